import type { Message } from '../../../shared/kernel/message.ts'
import { sumInputTokens } from '../../../shared/kernel/sum-recorded-usage.ts'
import type { TokenUsage } from '../../../shared/models/pricing-types.ts'
import type { RecordedTask } from '../recorded-task.ts'
import { findNextRequestTime } from './find-ended-ts.ts'
import { findFollowingValues, findPrecedingValues } from './find-following-values.ts'
import type { MatchedRequest, RequestMatches } from './match-requests.ts'

export type Attempts = {
  /** `answerIndex` is the place before which all stands that it sent. */
  readonly placed: readonly MatchedRequest[]
  /** Indices of requests of which nobody knows what they sent. */
  readonly lost: readonly number[]
}

/**
 * Requests that nothing answers and that were charged for all the same: streams that failed, answers that were aborted.
 * Each sent what stands between the answers around it: the same as the attempt after it, as a rule.
 */
export function findChargedAttempts(
  { messages, usage }: RecordedTask,
  { matched, unmatched }: RequestMatches,
  splits: readonly (TokenUsage | null)[],
): Attempts {
  const isFree = usage.requests.every(({ costUsd = 0 }) => costUsd === 0)
  const isCharged = (index: number): boolean => {
    const costUsd = usage.requests[index]?.costUsd
    return splits[index] != null && costUsd !== undefined && (costUsd > 0 || isFree)
  }
  const answers = findRequestAnswers(usage.requests.length, { matched, unmatched })
  const [answersBefore, answersAfter] = [findPrecedingValues(answers), findFollowingValues(answers)]
  const byRequest = new Map(matched.map((one) => [one.requestIndex, one]))
  const placed: MatchedRequest[] = []
  const lost: number[] = []
  for (const { requestIndex, reason } of unmatched) {
    if (reason !== 'no-answer' || !isCharged(requestIndex)) continue
    const before = answersBefore[requestIndex] ?? null
    const after = answersAfter[requestIndex] ?? null
    const gap = { from: (before?.answerIndex ?? -1) + 1, to: after?.answerIndex ?? messages.length }
    const [ownTs, nextTs] = [
      usage.requests[requestIndex]?.ts ?? null,
      findNextRequestTime(usage.requests, requestIndex),
    ]
    const isLikeNext = isSameInput(splits[requestIndex] ?? null, splits[after?.requestIndex ?? -1] ?? null)
    const place = findPlaceInGap(messages, gap, { ownTs, nextTs, isLikeNext })
    // What is sent before the same answer has the same surroundings; else they are those of the request before.
    const around = [...(place === gap.to ? [after] : []), before, after]
    const like = around.map((one) => byRequest.get(one?.requestIndex ?? -1)).find((one) => one !== undefined)
    const { model = null, mode = null } = like ?? {}
    if (place === null) lost.push(requestIndex)
    else {
      const modelId = usage.requests[requestIndex]?.modelId
      placed.push({ requestIndex, answerIndex: place, model: modelId ?? model, mode })
    }
  }
  return { placed, lost }
}

type Answered = { readonly requestIndex: number; readonly answerIndex: number }

/** Of each request its answer, where one was kept, whether or not what it saw is there. */
function findRequestAnswers(
  count: number,
  { matched, unmatched }: RequestMatches,
): readonly (Answered | null)[] {
  const kept = unmatched.flatMap(({ requestIndex, answerIndex }) =>
    answerIndex === undefined ? [] : [{ requestIndex, answerIndex }],
  )
  const byRequest = new Map([...matched, ...kept].map((one): [number, Answered] => [one.requestIndex, one]))
  return Array.from({ length: count }, (_, index) => byRequest.get(index) ?? null)
}

/** Messages of a person are larger than this share. */
const leastNewShare = 0.001

function isSameInput(one: TokenUsage | null, other: TokenUsage | null): boolean {
  if (one === null || other === null) return false
  return Math.abs(sumInputTokens(one) - sumInputTokens(other)) <= leastNewShare * sumInputTokens(one)
}

type Known = {
  readonly ownTs: number | null
  /** When the next request began. */
  readonly nextTs: number | null
  /** Whether it has the input of the request at the end of the gap. */
  readonly isLikeNext: boolean
}

/**
 * The place in a gap between two answers before which everything stands that a request sent; null where that is not
 * known. Its question is older than the request itself, or written while it ran.
 */
function findPlaceInGap(
  messages: readonly Message[],
  { from, to }: { readonly from: number; readonly to: number },
  { ownTs, nextTs, isLikeNext }: Known,
): number | null {
  const questions: number[] = []
  for (let index = from; index < to; index += 1) {
    const message = messages[index]
    if (message === undefined || message.isSummary === true || message.isTruncationMarker === true) continue
    // Nobody knows which request it answers, nor which question is whose.
    if (message.role === 'assistant') return null
    questions.push(index)
  }
  const [first] = questions
  // The question of the last request was taken back with its answer.
  if (first === undefined) return to === messages.length ? null : to
  if (questions.length === 1 || isLikeNext) return to
  const times = questions.map((index) => messages[index]?.ts ?? null)
  const [firstTs] = times
  if (ownTs === null || firstTs == null || times.includes(null)) return null
  const untilTs = firstTs <= ownTs ? ownTs : (nextTs ?? Infinity)
  return questions.find((index, at) => index > first && (times[at] ?? 0) > untilTs) ?? to
}
