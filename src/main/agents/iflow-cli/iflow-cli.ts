import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import type { Agent } from '../agent.ts'
import { pickFileStem } from '../build-session-key.ts'
import { joinOn } from '../discovery/editors.ts'
import { readGeminiBlocks, createCallIds, type CallIds } from '../gemini-cli/parts.ts'
import type { LineRecord } from '../json-lines.ts'
import { isRecord, readRecordList, toTimeOrNull, type Fields } from '../json/fields.ts'
import { readTurns, type Turn } from '../session/read-turns.ts'

/**
 * A session of iFlow CLI: the lines of Claude Code with the results of Gemini CLI. Its parents name no order, and each call
 * stands on the line that ends it and on the next one.
 */
export const iflowCli: Agent = {
  id: 'iflow-cli',
  version: 1,
  name: 'iFlow CLI',
  label: 'iFlow CLI session',
  agent: 'iflow-cli',
  readSessionId: ({ path }) => pickFileStem(path),
  endings: ['.jsonl'],
  recognises: ({ values }) => values.some(isIflowLine),
  readLines: ({ records }) => ({
    session: readTurns(readIflowTurns(records)),
    workspace: findWorkspace(records),
  }),
  places: (machine) => [{ path: joinOn(machine, machine.home, '.iflow', 'projects') }],
}

/** Sessions of Claude Code are called by a bare id. */
function isIflowLine(value: unknown): boolean {
  if (!isRecord(value) || !('uuid' in value) || !('parentUuid' in value)) return false
  const { sessionId } = value
  return typeof sessionId === 'string' && sessionId.startsWith('session-')
}

function findWorkspace(records: readonly LineRecord[]): string | null {
  const cwd = records.findLast(({ value }) => typeof value['cwd'] === 'string')?.value['cwd']
  return typeof cwd === 'string' ? cwd : null
}

/** Reads lines in the order of the file. Answers that follow each other are one, of which each line has a piece. */
function readIflowTurns(records: readonly LineRecord[]): readonly Turn[] {
  const ids = createCallIds()
  const seen = new Set<string>()
  return groupTurns(records).map(([first, ...more]): Turn => {
    const lines = [first, ...more]
    const blocks = lines.flatMap(({ value }) => readBlocks(value, ids))
    if (first.value['type'] !== 'assistant') return { kind: 'said', messages: [buildMessage(first, blocks)] }
    const messages = [
      buildMessage(
        first,
        blocks.filter((block) => isNew(block, seen)),
      ),
    ]
    return { kind: 'answer', usage: readRequestUsage(lines), messages }
  })
}

/** Lines of the session itself: each user line alone, and answers that follow each other together. */
function groupTurns(records: readonly LineRecord[]): readonly [LineRecord, ...LineRecord[]][] {
  const turns: [LineRecord, ...LineRecord[]][] = []
  for (const record of records) {
    const { type, message, isSidechain } = record.value
    if ((type !== 'user' && type !== 'assistant') || !isRecord(message) || isSidechain === true) continue
    const last = turns.at(-1)
    if (type === 'assistant' && last?.[0].value['type'] === 'assistant') last.push(record)
    else turns.push([record])
  }
  return turns
}

/** Each call is written on two lines. */
function isNew({ type, id }: ContentBlock, seen: Set<string>): boolean {
  if (type !== 'tool_use' || typeof id !== 'string') return true
  const isFirst = !seen.has(id)
  seen.add(id)
  return isFirst
}

function buildMessage({ value, line }: LineRecord, content: readonly ContentBlock[]): Message {
  const { uuid, isMeta } = value
  const ts = toTimeOrNull(value['timestamp'])
  return {
    role: value['type'] === 'assistant' ? 'assistant' : 'user',
    content: [...content],
    ...(ts === null ? {} : { ts }),
    ...(isMeta === true ? { isBoilerplate: true } : {}),
    origin: { line, ...(typeof uuid === 'string' ? { id: uuid } : {}) },
  }
}

/** Requests record zeros in the place of their usage. */
function readRequestUsage(lines: readonly LineRecord[]): RequestUsage {
  const [first] = lines
  const ts = first === undefined ? null : toTimeOrNull(first.value['timestamp'])
  const models = lines.flatMap(({ value: { message } }) => (isRecord(message) ? message['model'] : []))
  const model = models.findLast((one) => typeof one === 'string' && one !== '')
  return { ...(ts === null ? {} : { ts }), ...(typeof model === 'string' ? { modelId: model } : {}) }
}

function readBlocks({ message }: Fields, ids: CallIds): readonly ContentBlock[] {
  const content = isRecord(message) ? message['content'] : null
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return readRecordList(content).flatMap((block): readonly ContentBlock[] => {
    const { type } = block
    if (typeof type !== 'string') return []
    return type === 'tool_result' ? [buildResultBlock(block, ids)] : [{ ...block, type }]
  })
}

/** A result, of which Gemini's answer to the call is what the model reads. */
function buildResultBlock(block: Fields, ids: CallIds): ContentBlock {
  const { content, tool_use_id: call } = block
  const own = { type: 'tool_result', tool_use_id: typeof call === 'string' ? call : '' }
  const failed = block['is_error'] === true ? { is_error: true } : {}
  if (!isRecord(content)) return { ...block, ...own, ...failed }
  const parts = readGeminiBlocks(content['responseParts'] ?? [], ids)
  const [answer] = parts.filter(({ type }) => type === 'tool_result')
  if (answer === undefined)
    return { ...own, content: parts.length > 0 ? [...parts] : JSON.stringify(content), ...failed }
  return { ...answer, ...own, ...failed }
}
