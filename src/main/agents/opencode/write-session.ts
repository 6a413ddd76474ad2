import type { ContentBlock, Message, ToolResultBlock } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { findDataFolder } from '../discovery/editors.ts'
import { isRecord, parseFields, toTextOrNull, type Fields } from '../json/fields.ts'
import { buildRisingTimes, toContentBlocks } from '../writing/content-of.ts'
import type { SessionDraft, SessionInput, SessionWriter } from '../writing/session-writer.ts'
import { findLastModel, findResultsBehind, type Results } from './drafted-history.ts'
import { createIds, type Ids } from './new-ids.ts'
import { draftNewerSession } from './v2/write-session.ts'

/**
 * Writes an export that `opencode import` reads into the database: its own tool for that, which checks each record. Ids are
 * all new, for the import leaves out whatever has an id that is there already.
 */
export const openCodeWriter: SessionWriter = {
  triedWith: '1.18.34',
  relatives: { kilo: 'Kilo Code', 'opencode-2': 'OpenCode 2' },
  carriage: { reasoning: 'text', images: true },
  draft: (input) => (input.task.agent === 'opencode-2' ? draftNewerSession(input) : draftSession(input)),
}

/** A part before it has the ids of its place. */
type Stored = Readonly<{ info: Fields; parts: readonly Fields[] }>

function draftSession(input: SessionInput): SessionDraft {
  const { cwd, machine, now, title, task } = input
  const ids = createIds(input)
  const sessionId = ids.session()
  const { version, projectID, agent } = readSurroundings(input.sourceText)
  const program = task.agent === 'kilo' ? 'kilo' : 'opencode'
  const stored = buildStoredMessages(input, { sessionId, ids, agent })
  const created = stored[0]?.info['time']
  const session = {
    info: {
      id: sessionId,
      slug: `condensed-${sessionId.slice(-8).toLowerCase()}`,
      projectID,
      directory: cwd,
      title,
      version,
      time: { created: (isRecord(created) ? created['created'] : null) ?? now, updated: now },
    },
    messages: stored,
  }
  return {
    sessionId,
    folder: findDataFolder(machine, 'dewpoint', program),
    files: [{ name: `${sessionId}.json`, text: `${JSON.stringify(session, null, 2)}\n` }],
    commands: (file) => [
      [program, 'import', file],
      [program, '--session', sessionId],
    ],
    isListed: false,
  }
}

type Place = Readonly<{ sessionId: string; ids: Ids; agent: string }>

/** A prompt or an answer to a record; results go into the calls that they belong to. */
function buildStoredMessages(input: SessionInput, place: Place): readonly Stored[] {
  const { messages, cwd } = input
  const { sessionId, ids, agent } = place
  const model = findLastModel(input)
  const stored: Stored[] = []
  let parentID = ''
  // The agent sorts by them.
  const times = buildRisingTimes(messages, input.now)
  messages.forEach((message, at) => {
    const ts = times[at] ?? input.now
    const id = ids.message()
    const isAnswer = message.role === 'assistant'
    const parts = isAnswer
      ? buildAnswerParts(message, { results: findResultsBehind(messages, at), ids, id, sessionId, ts })
      : buildPromptParts(message)
    if (parts.length === 0) return
    const common = { id, sessionID: sessionId, role: message.role }
    const hasCalls = parts.some(({ type }) => type === 'tool')
    if (!isAnswer) parentID = id
    stored.push({
      info: isAnswer
        ? {
            ...common,
            parentID,
            ...model,
            mode: agent,
            agent,
            path: { cwd, root: cwd },
            ...nothingUsed,
            finish: hasCalls ? 'tool-calls' : 'stop',
            time: { created: ts, completed: ts },
          }
        : { ...common, agent, model, time: { created: ts } },
      parts: parts.map((part) => ({ ...part, id: ids.part(), sessionID: sessionId, messageID: id })),
    })
  })
  return stored
}

/** The copy has cost nothing yet. */
const nothingUsed = { cost: 0, tokens: { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } } }

function buildPromptParts(message: Message): readonly Fields[] {
  return toContentBlocks(message).flatMap((block): readonly Fields[] => {
    if (block.type === 'image') return buildFileParts(block)
    if (block.type !== 'text') return []
    return [
      { type: 'text', text: block['text'], ...(message.isBoilerplate === true ? { synthetic: true } : {}) },
    ]
  })
}

type Answer = Readonly<{ results: Results; ids: Ids; id: string; sessionId: string; ts: number }>

function buildAnswerParts(message: Message, answer: Answer): readonly Fields[] {
  const time = { start: answer.ts, end: answer.ts }
  const parts = toContentBlocks(message).flatMap((block): readonly Fields[] => {
    switch (block.type) {
      case 'text':
        return [{ type: 'text', text: block['text'], time }]
      case 'thinking':
        return [{ type: 'reasoning', text: block['thinking'], time }]
      case 'tool_use':
        return [
          { type: 'tool', callID: block['id'], tool: block['name'], state: buildCallState(block, answer) },
        ]
      default:
        return []
    }
  })
  if (parts.length === 0) return []
  const reason = parts.some(({ type }) => type === 'tool') ? 'tool-calls' : 'stop'
  return [{ type: 'step-start' }, ...parts, { type: 'step-finish', reason, ...nothingUsed }]
}

function buildCallState(call: ContentBlock, { results, ids, id, sessionId, ts }: Answer): Fields {
  const result = results.get(toSafeString(call['id']))
  const time = { start: ts, end: ts }
  const input = isRecord(call['input']) ? call['input'] : {}
  const { text, images } = splitResultParts(result)
  if (result?.is_error === true && text !== '') return { status: 'error', input, error: text, time }
  const attachments = images.map((part) => ({ ...part, id: ids.part(), sessionID: sessionId, messageID: id }))
  return {
    status: 'completed',
    input,
    output: text,
    title: '',
    metadata: {},
    time,
    ...(attachments.length === 0 ? {} : { attachments }),
  }
}

function splitResultParts(result: ToolResultBlock | undefined): { text: string; images: readonly Fields[] } {
  const content = result?.content ?? ''
  if (typeof content === 'string') return { text: content, images: [] }
  return {
    text: content.flatMap((part) => (part.type === 'text' ? [toSafeString(part['text'])] : [])).join('\n'),
    images: content.flatMap((part) => (part.type === 'image' ? buildFileParts(part) : [])),
  }
}

function buildFileParts({ source, ...block }: ContentBlock): readonly Fields[] {
  if (!isRecord(source) || typeof source['data'] !== 'string') return []
  const mime = toSafeString(source['media_type'])
  const filename = toTextOrNull(block['filename'])
  return [
    {
      type: 'file',
      mime,
      url: `data:${mime};base64,${source['data']}`,
      ...(filename === null ? {} : { filename }),
    },
  ]
}

/** What an export says of its session beside the messages; a database has no text. */
function readSurroundings(text: string): { readonly version: string; projectID: string; agent: string } {
  const { info, messages } = parseFields(text)
  const { version, projectID } = isRecord(info) ? info : {}
  const last = Array.isArray(messages) ? messages.at(-1) : null
  const agent = isRecord(last) && isRecord(last['info']) ? last['info']['agent'] : null
  return {
    version: toTextOrNull(version) ?? '1.0.0',
    projectID: toTextOrNull(projectID) ?? 'global',
    agent: toTextOrNull(agent) ?? 'build',
  }
}
