import type { ContentBlock } from '../../../shared/kernel/message.ts'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import type { LineRecord } from '../json-lines.ts'
import {
  omitUnknown,
  readNestedFields,
  toNumberOrNull,
  toTextOrNull,
  toTimeOrNull,
  type Fields,
} from '../json/fields.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import {
  buildCancelledResults,
  holdsResults,
  listBlockIds,
  isSentAgain,
  readDroidMessage,
  readMessageFields,
} from './messages.ts'

export type DroidSession = Readonly<{
  session: BuiltSession
  /** Kinds of lines that nobody here knows. */
  strange: readonly string[]
  /** Compactions whose last hidden message is not in the file. */
  unplaced: number
}>

/** Lines that are nothing to the model. */
const asides = new Set([
  'session_start',
  'session_end',
  'session_settings',
  'todo_state',
  'agent_turn_outcome',
])

/** Reads the lines in their order: each answer is a request, and the last compaction stands for what it summed up. */
export function readSession(records: readonly LineRecord[], sum: RequestUsage): DroidSession {
  const session = createSessionBuilder()
  const strange: string[] = []
  const places = new Map<string, number>()
  const sent = createSent()
  let unplaced = 0
  for (const record of records) {
    const { value } = record
    const type = toTextOrNull(value['type']) ?? 'without a type'
    if (type === 'compaction_state') {
      const entry = buildSummaryEntry(record)
      const anchor = findAnchor(value, places, sent.length())
      const before = sent.history()
      session.condensation(buildCondensationRecord(value, entry), before, sent.compact(entry, anchor.at))
      if (!anchor.isFound) unplaced += 1
    } else if (type !== 'message' || readMessageFields(value) === null) {
      if (!asides.has(type)) strange.push(type === 'message' ? 'message of no role' : type)
    } else {
      const message = readDroidMessage(record)
      const id = toTextOrNull(value['id'])
      if (message === null || (id !== null && places.has(id))) continue
      const entry: Entry = { message }
      if (!holdsResults(message)) sent.close()
      if (message.role === 'assistant')
        session.request(readRequestUsage(value), sent.history(), message.content.length > 0 ? [entry] : [])
      if (!isSentAgain(message)) continue
      if (id !== null) places.set(id, sent.length())
      sent.add(entry)
    }
  }
  const built = session.finish(sent.history())
  return { session: { ...built, usage: withSum(built.usage, sum) }, strange, unplaced }
}

/** What the whole session used is what its only request did, and of several nobody knows. */
function withSum({ requests, condensations }: BuiltSession['usage'], sum: RequestUsage) {
  const isOne = requests.length === 1 && condensations.length === 0
  return { requests: isOne ? requests.map((one) => ({ ...one, ...sum })) : requests, condensations }
}

/** Ids are kept where a session is forked. */
function readRequestUsage(value: Fields): RequestUsage {
  const own = readMessageFields(value) ?? {}
  return omitUnknown({
    ts: toTimeOrNull(value['timestamp']),
    modelId: toTextOrNull(own['modelId']),
    callId: toTextOrNull(value['id']),
  })
}

function buildSummaryEntry({ line, value }: LineRecord): Entry {
  const [text, surroundings] = [toTextOrNull(value['summaryText']), toTextOrNull(value['systemInfoText'])]
  const content = [text, surroundings].flatMap((words): ContentBlock[] =>
    words === null ? [] : [{ type: 'text', text: words }],
  )
  const ts = toTimeOrNull(value['timestamp'])
  const condenseId = toTextOrNull(value['id']) ?? `summary-${line}`
  return {
    message: {
      role: 'user',
      content,
      ...(ts === null ? {} : { ts }),
      isSummary: true,
      condenseId,
      origin: { line },
    },
  }
}

/** Where the provider changes, the history is written out as text. */
function buildCondensationRecord(value: Fields, { message: { ts, condenseId } }: Entry) {
  const kind = toTextOrNull(value['summaryKind'])
  return {
    kind: 'summary' as const,
    ...(typeof ts === 'number' ? { ts } : {}),
    ...(typeof condenseId === 'string' ? { condenseId } : {}),
    ...(kind === null || kind === 'llm_summary' ? {} : { trigger: kind }),
  }
}

/** The last message that a compaction stands for: by its id, else by how many it left out, else the one before it. */
function findAnchor(
  value: Fields,
  places: ReadonlyMap<string, number>,
  length: number,
): { readonly at: number; readonly isFound: boolean } {
  const anchor = readNestedFields(value, 'anchorMessage')
  const id = toTextOrNull(anchor['id'])
  const place = id === null ? undefined : places.get(id)
  if (place !== undefined) return { at: place, isFound: true }
  const removed = toNumberOrNull(value['removedCount'])
  const index = toNumberOrNull(anchor['index']) ?? (removed === null ? null : removed - 1)
  const isPlace = index !== null && Number.isInteger(index) && index >= 0 && index < length
  return { at: isPlace ? index : length - 1, isFound: id === null }
}

/** What is sent at each place of a session. */
type Sent = Readonly<{
  /** Takes the next message. */
  add(entry: Entry): void
  /** Gives a result to each call that got none, as the next message is no result. */
  close(): void
  /** Puts a summary in the place of everything up to a message, and of results whose calls it stands for; gives what is left. */
  compact(summary: Entry, last: number): readonly Entry[]
  /** What the next request sends. */
  history(): readonly Entry[]
  /** How many messages there would be without compactions. */
  length(): number
}>

/** Follows a session from its first message. */
function createSent(): Sent {
  const all: Entry[] = []
  const open = new Set<string>()
  let history: Entry[] = []
  const push = (entry: Entry): void => {
    all.push(entry)
    history.push(entry)
  }
  return {
    add: (entry) => {
      push(entry)
      for (const id of listBlockIds(entry.message, 'tool_use')) open.add(id)
      for (const id of listBlockIds(entry.message, 'tool_result')) open.delete(id)
    },
    close: () => {
      if (open.size > 0) push({ message: buildCancelledResults(open), isCopy: true })
      open.clear()
    },
    compact: (summary, last) => {
      let from = last + 1
      const isResult = (entry: Entry | undefined): boolean =>
        entry !== undefined && holdsResults(entry.message)
      while (isResult(all[from])) from += 1
      history = [summary, ...all.slice(from)]
      return history
    },
    history: () => history,
    length: () => all.length,
  }
}
