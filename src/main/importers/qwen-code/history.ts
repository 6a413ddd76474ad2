import { isRecord } from '../json/read-json.ts'
import type { Entries, SessionEntry } from './entries.ts'
import type { TreeRecord } from './records.ts'

/** The history of a session on one branch, record by record. */
export type BranchHistory = {
  readonly add: (record: TreeRecord) => void
  /** What the agent would send next, with calls answered as it answers them. */
  readonly sent: () => readonly SessionEntry[]
}

/** An empty history. `begins` says which records are the first of a process that resumed the session. */
export function createHistory(entries: Entries, begins: ReadonlySet<TreeRecord>): BranchHistory {
  let history: readonly SessionEntry[] = []
  let open = new Set<string>()
  /** What was about to be sent when the history was compressed: sent all the same, and lost when the session is resumed. */
  let carried: readonly SessionEntry[] = []
  /** Behind the last answer. */
  let pending: readonly SessionEntry[] = []
  let lastTyped: TreeRecord | null = null
  const note = ({ calls, answers }: SessionEntry): void => {
    for (const id of calls) open.add(id)
    for (const id of answers) open.delete(id)
  }
  const put = (next: readonly SessionEntry[]): void => {
    history = next
    open = new Set()
    for (const entry of next) note(entry)
  }
  const compress = (record: TreeRecord): void => {
    const next = entries.compressed(record, history)
    const has = new Set(next)
    const isManual = infoOf(record)['triggerReason'] === 'manual'
    const waiting = new Set(next.at(-1)?.calls)
    carried = pending.filter(
      (entry) =>
        !has.has(entry) &&
        (entry.answers.length === 0 ? !isManual : entry.answers.some((id) => waiting.has(id))),
    )
    put([...next, ...carried])
  }
  return {
    add: (record) => {
      if (record.type === 'system') {
        if (isCompression(record)) compress(record)
        if (record.subtype === 'slash_command') {
          if (isAnsweredHere(record, lastTyped)) put(history.slice(0, -1))
          lastTyped = null
        }
        return
      }
      const entry = entries.of(record)
      if (entry === null) return
      if (begins.has(record) && carried.length > 0) {
        const lost = new Set(carried)
        put(history.filter((one) => !lost.has(one)))
        carried = []
      }
      history = [...history, entry]
      note(entry)
      pending = record.type === 'assistant' ? [] : [...pending, entry]
      lastTyped = record.type === 'user' && record.subtype === '' ? record : null
    },
    sent: () => (open.size === 0 ? history : repaired(history, entries)),
  }
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
export function infoOf({ payload }: TreeRecord): Readonly<Record<string, unknown>> {
  return isRecord(payload['info']) ? payload['info'] : {}
}

/** Puts an answer behind each call that has none, in the place where it would be. */
function repaired(history: readonly SessionEntry[], entries: Entries): readonly SessionEntry[] {
  const all: SessionEntry[] = []
  let waiting: string[] = []
  const close = (): void => {
    all.push(...waiting.map(entries.missing))
    waiting = []
  }
  for (const entry of history) {
    if (waiting.length > 0 && entry.answers.length === 0) close()
    all.push(entry)
    if (entry.message.role === 'assistant') waiting = [...entry.calls]
    else if (waiting.length > 0) waiting = waiting.filter((id) => !entry.answers.includes(id))
  }
  return all
}
