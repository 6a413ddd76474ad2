import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { readGeminiBlocks, buildContentKey, createCallIds } from '../gemini-cli/parts.ts'
import { readRecordList } from '../json/fields.ts'
import type { Entry } from '../session/entry-order.ts'
import type { TreeRecord } from './records.ts'

/** A message of a session with the calls that it makes and answers. */
export type SessionEntry = Entry & {
  readonly key: string
  readonly calls: readonly string[]
  readonly answers: readonly string[]
}

export type Entries = {
  /** Null where a record is no message to the model. */
  readonly of: (record: TreeRecord) => SessionEntry | null
  /** The history that a compression wrote. What stood in `before` and was kept is the same entry. */
  readonly compressed: (record: TreeRecord, before: readonly SessionEntry[]) => readonly SessionEntry[]
  /** A history that a record holds as it was sent, with nothing of its own. */
  readonly written: (record: TreeRecord, contents: unknown) => readonly SessionEntry[]
  /** What the agent answers in the place of a call whose result is not in the history that it resumes. */
  readonly missing: (call: string) => SessionEntry
}

const missingText =
  'Tool execution result was not recorded — likely interrupted by network failure, abort, or process exit. Treat as failure and retry if needed.'

/** Makes the messages of a session, each once. */
export function createEntries(): Entries {
  const ids = createCallIds()
  const known = new Map<TreeRecord, SessionEntry | null>()
  const histories = new Map<TreeRecord, readonly SessionEntry[]>()
  const repairs = new Map<string, SessionEntry>()
  const make = (record: TreeRecord): SessionEntry | null => {
    const { type, subtype, parts } = record
    if (parts === null || subtype === 'realtime_message') return null
    const role =
      type === 'assistant' ? 'assistant' : type === 'user' || type === 'tool_result' ? 'user' : null
    if (role === null) return null
    const blocks = readGeminiBlocks(parts, ids)
    if (blocks.length === 0) return null
    const isOwn = type === 'user' && ownSubtypes.has(subtype)
    return buildEntry(role, blocks, { ...buildMarks(record), ...(isOwn ? { isBoilerplate: true } : {}) })
  }
  const readContents = (record: TreeRecord, contents: unknown): readonly SessionEntry[] => {
    return readRecordList(contents).flatMap(({ role, parts }) => {
      const blocks = readGeminiBlocks(parts, ids)
      const author = role === 'model' ? 'assistant' : 'user'
      return blocks.length === 0 ? [] : [buildEntry(author, blocks, buildMarks(record))]
    })
  }
  return {
    of: (record) => {
      const found = known.get(record)
      if (found !== undefined) return found
      const entry = make(record)
      known.set(record, entry)
      return entry
    },
    written: readContents,
    compressed: (record, before) => {
      const found = histories.get(record)
      if (found !== undefined) return found
      const history = buildCompressedEntries(
        record,
        readContents(record, record.payload['compressedHistory']),
        before,
      )
      histories.set(record, history)
      return history
    },
    missing: (call) => {
      const block = { type: 'tool_result', tool_use_id: call, content: missingText, is_error: true }
      const entry = repairs.get(call) ?? {
        ...buildEntry('user', [block], { isBoilerplate: true }),
        isCopy: true,
      }
      repairs.set(call, entry)
      return entry
    },
  }
}

/** What the agent writes as a user. */
const ownSubtypes: ReadonlySet<string> = new Set(['notification', 'cron', 'goal_runtime'])

function buildEntry(role: string, blocks: readonly ContentBlock[], marks: Partial<Message>): SessionEntry {
  const collectIds = (type: string, key: string): readonly string[] =>
    blocks.flatMap((block) => (block.type === type ? toSafeString(block[key]) : []))
  return {
    message: { role, content: [...blocks], ...marks },
    key: buildContentKey(role, blocks),
    calls: collectIds('tool_use', 'id'),
    answers: collectIds('tool_result', 'tool_use_id'),
  }
}

function buildMarks({ ts, line, uuid }: TreeRecord): Partial<Message> {
  return { ...(ts === null ? {} : { ts }), origin: { line, id: uuid } }
}

/** How the summary of a compression begins. */
const summaryStart = /^\s*<state_snapshot>/

function buildCompressedEntries(
  { uuid }: TreeRecord,
  made: readonly SessionEntry[],
  before: readonly SessionEntry[],
): readonly SessionEntry[] {
  const free = Map.groupBy(before, ({ key }) => key)
  const answered = new Set(before.flatMap(({ answers }) => answers))
  // From the end on: what was kept is the end of what was there.
  return made
    .toReversed()
    .map((entry): SessionEntry => {
      const kept = free.get(entry.key)?.pop()
      if (kept !== undefined) return kept
      const { message, calls, answers } = entry
      if (answers.length > 0)
        return answers.some((id) => answered.has(id)) ? { ...entry, isCopy: true } : entry
      if (calls.length > 0) return entry
      const isSummary =
        message.role === 'user' && collectTexts(message).some((text) => summaryStart.test(text))
      const marks = isSummary ? { isSummary: true, condenseId: uuid } : { isBoilerplate: true }
      return { ...entry, message: { ...message, ...marks } }
    })
    .toReversed()
}

function collectTexts({ content }: Message): readonly string[] {
  if (typeof content === 'string') return [content]
  return content.flatMap(({ text }) => (typeof text === 'string' ? text : []))
}
