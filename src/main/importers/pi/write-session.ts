import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import { joinOn, type Machine } from '../discovery/editors.ts'
import { fieldsAt, type Fields } from '../json/fields.ts'
import type { SessionDraft, SessionInput, SessionWriter } from '../session-writer.ts'
import {
  blocksIn,
  inlineImage,
  resultParts,
  risingTimes,
  runsIn,
  toolsByCall,
} from '../writing/content-of.ts'
import { recordsIn } from '../writing/records-in.ts'
import { stringOf } from '../../../shared/lib/string-of.ts'

/** Writes a session that `pi --session` goes on with: one line of entries that follow each other, and no compaction. */
export const piWriter: SessionWriter = {
  format: 'pi',
  agent: 'pi',
  triedWith: '1.6.0',
  carriage: { reasoning: 'none', images: 'inline' },
  draft,
}

function draft(input: SessionInput): SessionDraft {
  const { messages, task, cwd, newUuid, now, machine, title } = input
  const sessionId = newUuid()
  const times = risingTimes(messages, now)
  const tools = toolsByCall(messages)
  const model = modelIn(recordsIn(input.sourceText))
  const nextId = entryIds(newUuid)
  let parentId: string | null = null
  const entry = (ts: number, fields: Fields): string => {
    const { type, ...rest } = fields
    const id = nextId()
    const text = JSON.stringify({ type, id, parentId, timestamp: new Date(ts).toISOString(), ...rest })
    parentId = id
    return text
  }
  const timestamp = new Date(now).toISOString()
  const lines = [
    JSON.stringify({ type: 'session', version: 3, id: sessionId, timestamp, cwd, parentSession: task.path }),
    ...messages.flatMap((message, at) => {
      const ts = times[at] ?? now
      return messagesOf(message, tools, model).map((one) =>
        entry(ts, { type: 'message', message: { ...one, timestamp: ts } }),
      )
    }),
    entry(times.at(-1) ?? now, { type: 'session_info', name: title }),
  ]
  const name = `${timestamp.replaceAll(/[:.]/g, '-')}_${sessionId}.jsonl`
  return {
    sessionId,
    folder: folderOf(cwd, machine),
    files: [{ name, text: `${lines.join('\n')}\n` }],
    commands: (file) => [['pi', '--session', file]],
    isListed: true,
  }
}

/** Eight digits of an id each, none of them twice. */
function entryIds(newUuid: () => string): () => string {
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
function modelIn(records: readonly Fields[]): Fields {
  const last = records
    .map((record) => fieldsAt(record, 'message'))
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

function messagesOf(message: Message, tools: ReadonlyMap<string, string>, model: Fields): readonly Fields[] {
  if (message.role === 'assistant') {
    const blocks = blocksIn(message)
    const stopReason = blocks.some(({ type }) => type === 'tool_use') ? 'toolUse' : 'stop'
    return [{ role: 'assistant', content: blocks.map(partOf), ...model, usage: nothingUsed, stopReason }]
  }
  return runsIn(message).flatMap((blocks) =>
    blocks[0]?.type === 'tool_result'
      ? blocks.map((block) => resultOf(block, tools))
      : [{ role: 'user', content: blocks.map(partOf) }],
  )
}

function resultOf(block: ContentBlock, tools: ReadonlyMap<string, string>): Fields {
  const id = stringOf(block['tool_use_id'])
  return {
    role: 'toolResult',
    toolCallId: id,
    toolName: tools.get(id) ?? '',
    content: resultParts(block).map(partOf),
    isError: block['is_error'] === true,
  }
}

/** Signatures of texts and calls are left out: they belong to reasoning that is not there. */
function partOf(block: ContentBlock): Fields {
  switch (block.type) {
    case 'tool_use':
      return { type: 'toolCall', id: block['id'], name: block['name'], arguments: block['input'] }
    case 'image':
      return { type: 'image', ...inlineImage(block) }
    default:
      return { type: 'text', text: block['text'] }
  }
}

function folderOf(cwd: string, machine: Machine): string {
  const { PI_CODING_AGENT_DIR: agent, PI_CODING_AGENT_SESSION_DIR: sessions } = machine.environment
  if (sessions) return sessions
  const root = agent || joinOn(machine, machine.home, '.pi', 'agent')
  return joinOn(machine, root, 'sessions', `--${cwd.replace(/^[/\\]/, '').replaceAll(/[/\\:]/g, '-')}--`)
}
