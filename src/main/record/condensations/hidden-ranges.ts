import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { sum } from '../../../shared/kernel/numbers.ts'
import { sumInputTokens } from '../../../shared/kernel/sum-recorded-usage.ts'
import type { HiddenRange, RecordedTask } from '../recorded-task.ts'
import { matchRequests } from '../requests/match-requests.ts'
import { readRecordedSplits } from '../usage/usage-splits.ts'

/**
 * The range that a request itself names. Files that name none for any request say nothing of when it was hidden: then it
 * was from the request on that sent least for what had come (`findRangeStart`).
 */
export function createRangeFinder(
  task: RecordedTask,
): (requestIndex: number, answerIndex: number) => HiddenRange | null {
  const { usage, hiddenRange } = task
  const isUnnamed = isRangeUnnamed(task)
  const since = isUnnamed ? findRangeStart(task) : 0
  return (requestIndex, answerIndex) => {
    const own = usage.requests[requestIndex]?.deletedRange
    if (own !== undefined) return { start: own[0], end: own[1] }
    const isSince = hiddenRange !== null && hiddenRange.end < answerIndex && requestIndex >= since
    return isUnnamed && isSince ? hiddenRange : null
  }
}

/** Whether a task hides a range of which no request says since when. */
export function isRangeUnnamed({ usage, hiddenRange }: RecordedTask): boolean {
  return hiddenRange !== null && usage.requests.every(({ deletedRange }) => deletedRange === undefined)
}

/** Of requests that fell short by at least this share of what the largest did, each may have left something out. */
const largeShare = 0.5
/** Who falls short by less than this share of what is hidden sent it. */
const hiddenShare = 0.25

/**
 * The request from which on a range of messages was left out that no request names: the last one whose input fell far
 * short of what had come since the one before; Infinity where none did, 0 where no input is recorded. By characters:
 * nothing is counted yet.
 */
function findRangeStart({
  messages,
  usage,
  hiddenRange,
}: Pick<RecordedTask, 'messages' | 'usage' | 'hiddenRange'>): number {
  const splits = readRecordedSplits(usage.requests)
  const sent = matchRequests(messages, usage).matched.flatMap(({ requestIndex, answerIndex }) => {
    const split = splits[requestIndex] ?? null
    return split === null ? [] : [{ requestIndex, answerIndex, input: sumInputTokens(split) }]
  })
  if (sent.length < 2 || hiddenRange === null) return 0
  const measureBetween = (start: number, end: number): number =>
    sum(messages.slice(start, end).map(measureMessage))
  const steps = sent.slice(1).map(({ requestIndex, answerIndex, input }, at) => ({
    requestIndex,
    grown: input - (sent[at]?.input ?? 0),
    size: measureBetween(sent[at]?.answerIndex ?? 0, answerIndex),
  }))
  const ratios = steps.flatMap(({ grown, size }) => (grown > 0 && size > 0 ? [grown / size] : []))
  const ratio = ratios.toSorted((a, b) => a - b)[ratios.length >> 1] ?? 0
  const short = steps.map(({ requestIndex, grown, size }) => ({ requestIndex, by: ratio * size - grown }))
  const most = findLargest(short.map(({ by }) => by))
  const least = hiddenShare * ratio * measureBetween(hiddenRange.start, hiddenRange.end + 1)
  return short.findLast(({ by }) => by > least && by >= largeShare * most)?.requestIndex ?? Infinity
}

/** Images are no text: what they take does not follow from their data. */
function measureMessage({ content }: Message): number {
  if (typeof content === 'string') return content.length
  return sum(content.map((block) => (block.type === 'image' ? 0 : JSON.stringify(block).length)))
}
