import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { isRecord, readRecordList, toTimeOrNull, type Fields } from '../json/fields.ts'
import { readCallInput } from '../messages/blocks.ts'
import type { Entry } from '../session/entry-order.ts'
import { readGeminiBlocks, buildContentKey, createCallIds, isSent, type CallIds } from './parts.ts'
import type { StoredMessage } from './records.ts'

/** How the summary of a condensation begins. */
const summaryStart = /^\s*(?:<scratchpad>[\s\S]*?<\/scratchpad>\s*)?<state_snapshot>/

/** A stored message as it is sent. */
export type ChatEntry = Entry & {
  readonly id: string
  readonly key: string
  /** Ids of the calls that it makes, and of those that it answers. */
  readonly calls: readonly string[]
  readonly answers: readonly string[]
}

export type Entries = {
  /** The entry of a stored message, the same one for the same content; null for what is no message to the model. */
  readonly of: (message: StoredMessage) => ChatEntry | null
  /** Entries of a history that was written anew. What stood in `before` under another id is the same entry. */
  readonly ofHistory: (
    messages: readonly StoredMessage[],
    before: readonly ChatEntry[],
  ) => readonly ChatEntry[]
  /** Results that are recorded with the calls of a message, of those that no message of their own answers. */
  readonly readResults: (message: StoredMessage, answered: ReadonlySet<string>) => ChatEntry | null
}

type Made = Pick<ChatEntry, 'key' | 'calls' | 'answers'> & {
  readonly role: Role
  readonly blocks: readonly ContentBlock[]
}
type Role = 'user' | 'assistant'

/** Makes the messages of a session. A message that is rewritten with other content is another entry. */
export function createEntries(): Entries {
  const ids = createCallIds()
  const read = new WeakMap<StoredMessage, { readonly made: Made | null }>()
  const readMessageOnce = (message: StoredMessage): Made | null => {
    const found = read.get(message) ?? { made: readMessage(message, ids) }
    read.set(message, found)
    return found.made
  }
  const versions = new Map<string, Map<string, ChatEntry>>()
  const answered = new Set<string>()
  const keep = (message: StoredMessage, made: Made, isCopy: boolean): ChatEntry => {
    const { role, blocks, key, calls, answers } = made
    const entry: ChatEntry = {
      id: message.id,
      key,
      calls,
      answers,
      message: { role, content: [...blocks], ...buildMarks(message, made) },
      ...(isCopy ? { isCopy } : {}),
    }
    const own = versions.get(message.id) ?? new Map<string, ChatEntry>()
    versions.set(message.id, own.set(key, entry))
    for (const id of answers) answered.add(id)
    return entry
  }
  const findKnownEntry = (message: StoredMessage, { key }: Made): ChatEntry | undefined =>
    versions.get(message.id)?.get(key)
  return {
    of: (message) => {
      const made = readMessageOnce(message)
      if (made === null) return null
      return findKnownEntry(message, made) ?? keep(message, made, versions.has(message.id))
    },
    ofHistory: (messages, before) => {
      const all = messages.flatMap((message) => {
        const made = readMessageOnce(message)
        return made === null ? [] : [{ message, made, entry: findKnownEntry(message, made) }]
      })
      const isNew = ({ id }: StoredMessage): boolean => !versions.has(id)
      return withKept(all, before, isNew).map(({ message, made, entry }) => {
        if (entry === undefined) {
          const isAgain = !isNew(message) || made.answers.some((id) => answered.has(id))
          return keep(message, made, isAgain)
        }
        if (isNew(message)) versions.set(message.id, new Map([[made.key, entry]]))
        return entry
      })
    },
    readResults: (message, own) => {
      const blocks = readRecordedResults(message, ids).filter(
        ({ tool_use_id: id }) => !own.has(toSafeString(id)),
      )
      if (blocks.length === 0) return null
      const made = buildMadeMessage('user', blocks)
      const response = { ...message, id: `${message.id}_response` }
      return findKnownEntry(response, made) ?? keep(response, made, false)
    },
  }
}

type Rewritten = {
  readonly message: StoredMessage
  readonly made: Made
  readonly entry: ChatEntry | undefined
}

/** Finds what was kept under a new id, from the end on: it is the end of what was there. */
function withKept(
  all: readonly Rewritten[],
  before: readonly ChatEntry[],
  isNew: (message: StoredMessage) => boolean,
): readonly Rewritten[] {
  const taken = new Set(all.map(({ entry }) => entry))
  const free = Map.groupBy(
    before.filter((entry) => !taken.has(entry)),
    ({ key }) => key,
  )
  return all
    .toReversed()
    .map((one) =>
      one.entry === undefined && isNew(one.message) ? { ...one, entry: free.get(one.made.key)?.pop() } : one,
    )
    .toReversed()
}

function buildMarks(message: StoredMessage, made: Made): Partial<Message> {
  const { id, line, value } = message
  const ts = toTimeOrNull(value['timestamp'])
  return {
    ...(ts === null ? {} : { ts }),
    origin: { ...(line === null ? {} : { line }), id },
    ...buildSummaryMarks(message, made),
    ...buildAuthorMarks(made),
  }
}

function buildSummaryMarks({ id }: StoredMessage, { role, blocks }: Made): Partial<Message> {
  const isSummary =
    role === 'user' && blocks.some(({ text }) => typeof text === 'string' && summaryStart.test(text))
  return isSummary ? { isSummary: true, condenseId: id } : {}
}

const agentWords = ['<session_context>', '<hook_context>', 'Got it. Thanks for the additional context!']

/** Marks what the agent wrote in the name of the person or of the model. */
function buildAuthorMarks({ blocks }: Made): Partial<Message> {
  const isOwn = ({ type, text }: ContentBlock): boolean =>
    type === 'text' &&
    typeof text === 'string' &&
    agentWords.some((words) => text.trimStart().startsWith(words))
  return blocks.length > 0 && blocks.every(isOwn) ? { isBoilerplate: true } : {}
}

const roles: ReadonlyMap<string, Role> = new Map([
  ['user', 'user'],
  ['gemini', 'assistant'],
  // Qwen Code wrote the same files until 0.5, under its own name.
  ['qwen', 'assistant'],
  ['model', 'assistant'],
  ['assistant', 'assistant'],
])

function readMessage(message: StoredMessage, ids: CallIds): Made | null {
  const { value } = message
  const type = toSafeString(value['type'] ?? value['role'])
  // Files that a tool gave are recorded as information and sent.
  const role = type === 'info' && holdsData(value['content']) ? 'user' : roles.get(type)
  if (role === undefined) return null
  const content = readGeminiBlocks(value['content'] ?? value['parts'] ?? '', ids)
  if (role === 'user') return buildMadeMessage(role, content)
  const thoughts = content.some((block) => !isSent(block)) ? [] : readThoughts(value['thoughts'])
  const calls = content.some(({ type: kind }) => kind === 'tool_use') ? [] : readRecordedCalls(value, ids)
  return buildMadeMessage(role, [...thoughts, ...content, ...calls].map(markUnsent))
}

/** Marks what is shown to the person and not sent again. */
function markUnsent(block: ContentBlock): ContentBlock {
  return isSent(block) ? block : { ...block, isUnsent: true }
}

function buildMadeMessage(role: Role, blocks: readonly ContentBlock[]): Made {
  const collectIds = (type: string, key: string): readonly string[] =>
    blocks.flatMap((block) => (block.type === type ? toSafeString(block[key]) : []))
  return {
    role,
    blocks,
    key: buildContentKey(role, blocks),
    calls: collectIds('tool_use', 'id'),
    answers: collectIds('tool_result', 'tool_use_id'),
  }
}

function holdsData(content: unknown): boolean {
  return Array.isArray(content) && content.some((part) => isRecord(part) && isRecord(part['inlineData']))
}

function readThoughts(thoughts: unknown): readonly ContentBlock[] {
  return readRecordList(thoughts).flatMap(({ subject, description }): readonly ContentBlock[] => {
    const words = typeof description === 'string' ? description : ''
    const thinking = typeof subject === 'string' && subject !== '' ? `**${subject}** ${words}` : words
    return thinking === '' ? [] : [{ type: 'thinking', thinking }]
  })
}

function selectCallRecords({ toolCalls }: Fields): readonly Fields[] {
  return readRecordList(toolCalls)
}

function readRecordedCalls(value: Fields, ids: CallIds): readonly ContentBlock[] {
  return selectCallRecords(value).map((call) => {
    const name = typeof call['name'] === 'string' ? call['name'] : ''
    return {
      type: 'tool_use',
      id: ids.ofCall(name, call['id']),
      name,
      input: readCallInput(call['args']),
    }
  })
}

/** Results as they stand with their calls; a call of which only what was shown is recorded has that. */
function readRecordedResults({ value }: StoredMessage, ids: CallIds): readonly ContentBlock[] {
  return selectCallRecords(value).flatMap((call): readonly ContentBlock[] => {
    const { id, name, result } = call
    if (result === undefined || result === null) return []
    const isParts = Array.isArray(result) || (isRecord(result) && isRecord(result['functionResponse']))
    const parts = isParts ? result : { functionResponse: { id, name, response: result } }
    const own = typeof name === 'string' && typeof id === 'string' ? ids.ofResult(name, id) : null
    // What was masked has the results of the whole message with each call.
    return readGeminiBlocks(parts, ids).filter(
      ({ type, tool_use_id: of }) => type !== 'tool_result' || own === null || of === own,
    )
  })
}
