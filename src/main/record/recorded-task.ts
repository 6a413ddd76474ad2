import type { ContextLog } from '../../shared/condense/context-log-types.ts'
import type { Message } from '../../shared/kernel/message.ts'
import type { RecordedUsage } from '../../shared/kernel/usage.ts'
import { listRangeIndices, selectNextContext } from '../kernel/history/context-log.ts'
import { findEndedTs } from './requests/find-ended-ts.ts'

/** Messages that Cline leaves out; both ends inclusive, indices in the file. */
export type HiddenRange = { readonly start: number; readonly end: number }

export type RecordedTask = {
  /** The messages of the file. */
  readonly messages: readonly Message[]
  readonly usage: RecordedUsage
  readonly hiddenRange: HiddenRange | null
  /** What each request sent, where the agent's files tell it. */
  readonly contexts?: ContextLog
  /** Where `messages` stand in the file, where they are not the whole of it. */
  readonly fileIndices?: readonly number[]
  /** Tasks that the record names as its subtasks, by the ids of the agent; none where it is left out. */
  readonly childIds?: readonly string[]
}

/**
 * The time up to which things had happened to what a request sent: that at which it had ended, since a
 * condensation that a request sets off comes after its own time.
 */
export function findAnsweredTs(
  { messages, usage: { requests } }: RecordedTask,
  requestIndex: number,
  answerIndex: number,
): number {
  return findEndedTs(requests, requestIndex, messages[answerIndex]?.ts)
}

/** The history had nothing ever been condensed, as far as it is still there. */
export type UncondensedHistory = {
  readonly messages: readonly Message[]
  /** For each message of the file, how many of these stand before it. */
  readonly before: readonly number[]
}

/**
 * The same by a log: without copies, without what condensations wrote, and without what was taken back or never sent.
 */
export function buildUncondensedFromLog(messages: readonly Message[], log: ContextLog): UncondensedHistory {
  const [made, others] = [
    log.changes.filter(({ condensation }) => condensation !== undefined),
    log.changes.filter(({ condensation }) => condensation === undefined),
  ]
  const left = new Set(others.flatMap(({ hide }) => hide.flatMap(listRangeIndices)))
  for (const index of selectNextContext(log, messages.length)) left.delete(index)
  for (const index of [...log.copies, ...made.flatMap(({ show }) => show)].flatMap(listRangeIndices))
    left.add(index)
  const full: Message[] = []
  const before = messages.map((message, index) => {
    const count = full.length
    if (!left.has(index)) full.push(message)
    return count
  })
  return { messages: full, before }
}

/** Leaves out summaries and markers whose messages are still there. */
export function buildUncondensedHistory(messages: readonly Message[]): UncondensedHistory {
  const hiding = new Set(messages.map(({ condenseParent }) => condenseParent ?? ''))
  const isWritten = ({ isSummary, condenseId, isTruncationMarker }: Message): boolean =>
    isTruncationMarker === true || (isSummary === true && condenseId != null && hiding.has(condenseId))
  const full: Message[] = []
  const before = messages.map((message) => {
    const count = full.length
    if (!isWritten(message)) full.push(message)
    return count
  })
  return { messages: full, before }
}
