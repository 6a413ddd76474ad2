import { isRecord, type Fields } from '../json/fields.ts'
import type { Entries, SessionEntry } from './entries.ts'
import type { TreeRecord } from './records.ts'

/** The history of a session behind a record. Each shares what stands before it with the one that it follows. */
export type BranchHistory = {
  readonly last: HistoryNode | null
  /** Calls of the last answer that have no result yet. */
  readonly waiting: readonly string[]
  /** What was about to be sent when the history was compressed: sent all the same, and lost when the session is resumed. */
  readonly carried: readonly SessionEntry[]
  /** What came behind the last answer. */
  readonly pending: readonly SessionEntry[]
  readonly lastTyped: TreeRecord | null
}

type HistoryNode = { readonly entry: SessionEntry; readonly before: HistoryNode | null }

/** The history before the first record. */
export const emptyHistory: BranchHistory = {
  last: null,
  waiting: [],
  carried: [],
  pending: [],
  lastTyped: null,
}

/** What would be sent next. */
export function listSentEntries({ last }: BranchHistory): readonly SessionEntry[] {
  return createSent()({ last })
}

/** Tells what would be sent next, of one history after the other: where it goes on from the one before, that list grows. */
export function createSent(): (history: Pick<BranchHistory, 'last'>) => readonly SessionEntry[] {
  let sent: SessionEntry[] = []
  const path: HistoryNode[] = []
  const places = new Map<HistoryNode, number>()
  return ({ last }) => {
    const way: HistoryNode[] = []
    let at = last
    while (at !== null && !places.has(at)) {
      way.push(at)
      at = at.before
    }
    const common = at === null ? 0 : (places.get(at) ?? -1) + 1
    if (common < path.length) sent = sent.slice(0, common)
    for (const left of path.splice(common)) places.delete(left)
    for (const node of way.toReversed()) {
      places.set(node, path.length)
      path.push(node)
      sent.push(node.entry)
    }
    return sent
  }
}

export type HistoryContext = {
  readonly entries: Entries
  /** The first records of processes that resumed the session. */
  readonly begins: ReadonlySet<TreeRecord>
  /** Records that go on with the answer of the one before. */
  readonly pieces: ReadonlySet<TreeRecord>
}

/** The history with a record behind it. */
export function withRecord(
  history: BranchHistory,
  record: TreeRecord,
  context: HistoryContext,
): BranchHistory {
  const { entries, begins, pieces } = context
  if (record.type === 'system') {
    if (isCompression(record)) return compressHistory(history, record, entries)
    // A subagent that goes on from where the session stood.
    if (record.subtype === 'agent_bootstrap')
      return buildBranchHistory(entries.written(record, record.payload['history']), entries)
    if (record.subtype !== 'slash_command') return history
    const last = isAnsweredHere(record, history.lastTyped) ? (history.last?.before ?? null) : history.last
    return { ...history, last, lastTyped: null }
  }
  const entry = entries.of(record)
  if (entry === null) return history
  const resumed = begins.has(record) ? withoutCarried(history, entries) : history
  const isAside = ['mid_turn_user_message', 'notification'].includes(record.subtype) || pieces.has(record)
  return {
    ...withEntry(resumed, entry, isAside ? null : entries),
    pending: record.type === 'assistant' ? [] : [...resumed.pending, entry],
    lastTyped: record.type === 'user' && record.subtype === '' ? record : null,
  }
}

/** Puts an entry behind a history. Calls that it leaves behind without a result get the answer that the agent makes up. */
function withEntry(history: BranchHistory, entry: SessionEntry, entries: Entries | null): BranchHistory {
  let { last, waiting } = history
  if (entries !== null && entry.answers.length === 0) {
    for (const call of waiting) last = { entry: entries.missing(call), before: last }
    waiting = []
  }
  last = { entry, before: last }
  if (entry.message.role === 'assistant') waiting = [...waiting, ...entry.calls]
  else if (waiting.length > 0) waiting = waiting.filter((id) => !entry.answers.includes(id))
  return { ...history, last, waiting }
}

function buildBranchHistory(all: readonly SessionEntry[], entries: Entries): BranchHistory {
  let history = emptyHistory
  for (const entry of all) history = withEntry(history, entry, entries)
  return history
}

function compressHistory(history: BranchHistory, record: TreeRecord, entries: Entries): BranchHistory {
  const next = entries.compressed(record, listSentEntries(history))
  const has = new Set(next)
  const isManual = readCompressionInfo(record)['triggerReason'] === 'manual'
  const waiting = new Set(next.at(-1)?.calls)
  const carried = history.pending.filter(
    (entry) =>
      !has.has(entry) &&
      (entry.answers.length === 0 ? !isManual : entry.answers.some((id) => waiting.has(id))),
  )
  return { ...buildBranchHistory([...next, ...carried], entries), carried, pending: history.pending }
}

function withoutCarried(history: BranchHistory, entries: Entries): BranchHistory {
  if (history.carried.length === 0) return history
  const lost = new Set(history.carried)
  const { last, waiting } = buildBranchHistory(
    listSentEntries(history).filter((entry) => !lost.has(entry)),
    entries,
  )
  return { ...history, last, waiting, carried: [] }
}

/** Whether the agent answered a typed command by itself, and took it out of the history. */
function isAnsweredHere({ payload }: TreeRecord, typed: TreeRecord | null): boolean {
  const [only] = typed?.parts ?? []
  const shown = payload['outputHistoryItems']
  return (
    payload['phase'] === 'result' &&
    payload['sentToModel'] !== true &&
    typed?.parts?.length === 1 &&
    isRecord(only) &&
    only['text'] === payload['rawCommand'] &&
    Array.isArray(shown) &&
    shown.length > 0 &&
    shown.every((item) => isRecord(item) && item['type'] === 'assistant')
  )
}

/** Whether a record holds a history that takes the place of what was there. */
export function isCompression({ type, subtype, payload }: TreeRecord): boolean {
  return type === 'system' && subtype === 'chat_compression' && Array.isArray(payload['compressedHistory'])
}

/** What a compression says about itself. */
export function readCompressionInfo({ payload }: TreeRecord): Fields {
  return isRecord(payload['info']) ? payload['info'] : {}
}
