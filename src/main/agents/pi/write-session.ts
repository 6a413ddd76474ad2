import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { findAgentFolder, joinOn, type Machine } from '../discovery/editors.ts'
import { readNestedFields, type Fields } from '../json/fields.ts'
import {
  toContentBlocks,
  inlineImage,
  readResultParts,
  buildRisingTimes,
  splitResultRuns,
  mapToolsByCall,
} from '../writing/content-of.ts'
import { parseRecordLines } from '../writing/parse-record-lines.ts'
import type { SessionDraft, SessionInput, SessionWriter } from '../writing/session-writer.ts'

/** How a program that keeps pi's entries begins its files, and where it looks for them. */
type Shape = Readonly<{
  program: string
  /** What stands before the header. */
  writeFront: (title: string, timestamp: string) => readonly string[]
  findFolder: (cwd: string, machine: Machine) => string
}>

/** Writes a session that `pi --session` goes on with: one line of entries that follow each other, and no compaction. */
export const piWriter: SessionWriter = {
  triedWith: '1.6.0',
  ...createPiSessionWriter({
    program: 'pi',
    writeFront: () => [],
    findFolder: findSessionFolder,
  }),
}

/** Writes sessions in pi's entries, for one of the programs that keep them. */
export function createPiSessionWriter(shape: Shape): Pick<SessionWriter, 'carriage' | 'draft'> {
  return {
    carriage: { reasoning: 'none', images: 'inline' },
    draft: (input) => draftSession(input, shape),
  }
}

function draftSession(input: SessionInput, { program, writeFront, findFolder }: Shape): SessionDraft {
  const { messages, task, cwd, newUuid, now, machine, title } = input
  const sessionId = newUuid()
  const times = buildRisingTimes(messages, now)
  const tools = mapToolsByCall(messages)
  const model = findLastModel(parseRecordLines(input.sourceText))
  const nextId = createEntryIds(newUuid)
  let parentId: string | null = null
  const writeEntryLine = (ts: number, fields: Fields): string => {
    const { type, ...rest } = fields
    const id = nextId()
    const text = JSON.stringify({ type, id, parentId, timestamp: new Date(ts).toISOString(), ...rest })
    parentId = id
    return text
  }
  const timestamp = new Date(now).toISOString()
  const lines = [
    ...writeFront(title, timestamp),
    JSON.stringify({ type: 'session', version: 3, id: sessionId, timestamp, cwd, parentSession: task.path }),
    ...messages.flatMap((message, at) => {
      const ts = times[at] ?? now
      return buildPiMessages(message, tools, model).map((one) =>
        writeEntryLine(ts, { type: 'message', message: { ...one, timestamp: ts } }),
      )
    }),
    writeEntryLine(times.at(-1) ?? now, { type: 'session_info', name: title }),
  ]
  const name = `${timestamp.replaceAll(/[:.]/g, '-')}_${sessionId}.jsonl`
  return {
    sessionId,
    folder: findFolder(cwd, machine),
    files: [{ name, text: `${lines.join('\n')}\n` }],
    commands: (file) => [[program, '--session', file]],
    isListed: true,
  }
}

/** Eight digits of an id each, none of them twice. */
function createEntryIds(newUuid: () => string): () => string {
  const known = new Set<string>()
  return () => {
    let id = ''
    do id = newUuid().replaceAll('-', '').slice(-8)
    while (known.has(id))
    known.add(id)
    return id
  }
}

/** The model that answered last: pi leaves parts out that another one has written. */
function findLastModel(records: readonly Fields[]): Fields {
  const last = records
    .map((record) => readNestedFields(record, 'message'))
    .findLast(({ role }) => role === 'assistant')
  const { api, provider, model } = last ?? {}
  return { api: api ?? 'unknown', provider: provider ?? 'unknown', model: model ?? 'unknown' }
}

/** The copy has cost nothing yet. */
const nothingUsed = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
}

function buildPiMessages(
  message: Message,
  tools: ReadonlyMap<string, string>,
  model: Fields,
): readonly Fields[] {
  if (message.role === 'assistant') {
    const blocks = toContentBlocks(message)
    const stopReason = blocks.some(({ type }) => type === 'tool_use') ? 'toolUse' : 'stop'
    return [{ role: 'assistant', content: blocks.map(buildPart), ...model, usage: nothingUsed, stopReason }]
  }
  return splitResultRuns(message).flatMap((blocks) =>
    blocks[0]?.type === 'tool_result'
      ? blocks.map((block) => buildToolResult(block, tools))
      : [{ role: 'user', content: blocks.map(buildPart) }],
  )
}

function buildToolResult(block: ContentBlock, tools: ReadonlyMap<string, string>): Fields {
  const id = toSafeString(block['tool_use_id'])
  return {
    role: 'toolResult',
    toolCallId: id,
    toolName: tools.get(id) ?? '',
    content: readResultParts(block).map(buildPart),
    isError: block['is_error'] === true,
  }
}

/** Signatures of texts and calls are left out: they belong to reasoning that is not there. */
function buildPart(block: ContentBlock): Fields {
  switch (block.type) {
    case 'tool_use':
      return { type: 'toolCall', id: block['id'], name: block['name'], arguments: block['input'] }
    case 'image':
      return { type: 'image', ...inlineImage(block) }
    default:
      return { type: 'text', text: block['text'] }
  }
}

function findSessionFolder(cwd: string, machine: Machine): string {
  return (
    machine.environment['PI_CODING_AGENT_SESSION_DIR'] ||
    joinOn(machine, findSessionsFolder(machine), buildFolderName(cwd))
  )
}

/** The name of the folder of a working directory. */
export function buildFolderName(cwd: string): string {
  return `--${cwd.replace(/^[/\\]/, '').replaceAll(/[/\\:]/g, '-')}--`
}

/** The folder in which pi keeps its sessions, in a folder for each working directory. */
export function findSessionsFolder(machine: Machine): string {
  return findAgentFolder(machine, { variable: 'PI_CODING_AGENT_DIR', usual: '.pi/agent' }, 'sessions')
}
