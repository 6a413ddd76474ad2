import type { Message } from '../../../shared/kernel/message.ts'
import { buildEffectiveHistory } from '../../kernel/history/build-effective-history.ts'
import { createRangeFinder } from '../condensations/hidden-ranges.ts'
import { matchSummaries } from '../condensations/match-summaries.ts'
import { findAnsweredTs, type RecordedTask } from '../recorded-task.ts'

/**
 * What the agent really sent before the answer at `answerIndex`: nothing of what came later, neither the summaries and
 * markers that later condensations and truncations put among these messages. Slow and plain, to hold `createContextWalk`
 * against.
 */
export function recordedContext(
  task: RecordedTask,
  requestIndex: number,
  answerIndex: number,
): readonly Message[] {
  const { messages, usage } = task
  const { condensations, truncations = [] } = usage
  const atTs = findAnsweredTs(task, requestIndex, answerIndex)
  const summaries = matchSummaries(messages, condensations)
  const later = new Set<string | null | undefined>([
    ...condensations.flatMap(({ ts, condenseId }, at) =>
      (ts ?? 0) > atTs ? [summaries[at] ?? condenseId] : [],
    ),
    ...truncations.filter(({ ts }) => (ts ?? 0) > atTs).map(({ truncationId }) => truncationId),
  ])
  later.delete(undefined)
  const isLater = ({ isSummary, condenseId, isTruncationMarker, truncationId }: Message): boolean =>
    (isSummary === true && later.has(condenseId)) || (isTruncationMarker === true && later.has(truncationId))
  const range = createRangeFinder(task)(requestIndex, answerIndex)
  const before = messages.slice(0, answerIndex)
  const sent = buildEffectiveHistory(before, range).messages
  return later.size === 0 || !before.some(isLater)
    ? sent
    : buildEffectiveHistory(
        before.filter((message) => !isLater(message)),
        range,
      ).messages
}
