import type { Message } from '../../../shared/domain/message.ts'
import type { RecordedUsage } from '../../../shared/domain/usage.ts'
import { effectiveHistory } from '../../engine/history/effective-history.ts'
import { endedTs } from '../../engine/inspect/ended-ts.ts'

/** Messages that Cline leaves out; both ends inclusive, indices in the file. */
export type HiddenRange = { readonly start: number; readonly end: number }

export type RecordedTask = {
  /** The messages of the file. */
  readonly messages: readonly Message[]
  readonly usage: RecordedUsage
  readonly hiddenRange: HiddenRange | null
}

/**
 * What the agent really sent before the answer at `answerIndex`: nothing of what came later, neither the summaries and
 * markers that later condensations and truncations put among these messages.
 */
export function recordedContext(
  task: RecordedTask,
  requestIndex: number,
  answerIndex: number,
): readonly Message[] {
  const { messages, usage, hiddenRange } = task
  const { condensations, truncations = [] } = usage
  const atTs = answeredTs(task, requestIndex, answerIndex)
  const later = new Set<string | null | undefined>([
    ...condensations.filter(({ ts }) => (ts ?? 0) > atTs).map(({ condenseId }) => condenseId),
    ...truncations.filter(({ ts }) => (ts ?? 0) > atTs).map(({ truncationId }) => truncationId),
  ])
  later.delete(undefined)
  const isLater = ({ isSummary, condenseId, isTruncationMarker, truncationId }: Message): boolean =>
    (isSummary === true && later.has(condenseId)) || (isTruncationMarker === true && later.has(truncationId))
  const range = createRangeAt(usage, hiddenRange)(requestIndex, answerIndex)
  const before = messages.slice(0, answerIndex)
  const sent = effectiveHistory(before, range).messages
  return later.size === 0 || !before.some(isLater)
    ? sent
    : effectiveHistory(
        before.filter((message) => !isLater(message)),
        range,
      ).messages
}

/**
 * The time up to which things had happened to what a request sent: that at which it had ended, since a
 * condensation that a request sets off comes after its own time.
 */
export function answeredTs(
  { messages, usage: { requests } }: RecordedTask,
  requestIndex: number,
  answerIndex: number,
): number {
  return endedTs(requests, requestIndex, messages[answerIndex]?.ts)
}

/** The range that a request itself names; files that name none for any request say nothing of when it was hidden. */
export function createRangeAt(
  { requests }: RecordedUsage,
  hiddenRange: HiddenRange | null,
): (requestIndex: number, answerIndex: number) => HiddenRange | null {
  const isNamed = requests.some(({ deletedRange }) => deletedRange !== undefined)
  return (requestIndex, answerIndex) => {
    const own = requests[requestIndex]?.deletedRange
    if (own !== undefined) return { start: own[0], end: own[1] }
    return !isNamed && hiddenRange !== null && hiddenRange.end < answerIndex ? hiddenRange : null
  }
}

/**
 * The history as it would stand had the agent never condensed: without summaries and markers whose messages are still
 * there. `before` gives for each place in the file the messages of it that stand before.
 */
export function neverCondensed(messages: readonly Message[]): {
  readonly full: readonly Message[]
  readonly before: readonly number[]
} {
  const hiding = new Set(messages.map(({ condenseParent }) => condenseParent ?? ''))
  const isWritten = ({ isSummary, condenseId, isTruncationMarker }: Message): boolean =>
    isTruncationMarker === true || (isSummary === true && condenseId != null && hiding.has(condenseId))
  const full: Message[] = []
  const before = messages.map((message) => {
    const count = full.length
    if (!isWritten(message)) full.push(message)
    return count
  })
  return { full, before }
}
