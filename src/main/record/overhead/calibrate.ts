import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { sum } from '../../../shared/kernel/numbers.ts'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import type { UncalibratedReason } from '../../../shared/kernel/words/record.ts'
import type { Calibration } from '../../../shared/library/inspection-types.ts'
import type { RecordedTask } from '../recorded-task.ts'
import type { RequestMatches, UnmatchedRequest } from '../requests/match-requests.ts'
import { formatSurroundingsGroup } from '../requests/surroundings.ts'
import { findCachedTokens, readRecordedInput } from '../usage/cached-tokens.ts'
import { countCondensationsBefore } from './count-condensations-before.ts'
import { findFileEvidence } from './find-file-evidence.ts'
import { findLostHistory, createGroupBetween } from './find-lost-history.ts'
import { fitLines, type FittedLines, type LinePoint, type Segment } from './fit-lines.ts'
import type { SentContext } from './size-history.ts'

/** Fewer usable requests than this fix no line. */
const leastPoints = 5

/** A fit with what it was made of. Slope, `r2` and points are of all segments, `intercept` is the overhead of the last one. */
export type CalibrationFit = Required<Omit<Calibration, 'leftOut'>> &
  Omit<FittedLines, 'slope' | 'r2'> & { readonly leftOut: readonly UncalibratedRequest[] }

/** A request that is no point of the fit, and why. */
export type UncalibratedRequest = { readonly request: number; readonly reason: UncalibratedReason }

/**
 * Fits the recorded input tokens to our cumulative count: one slope for the task, and an intercept (system prompt and
 * tools) for each segment of one model and mode, since another mode brings another system prompt and other tools.
 * Requests before the last condensation or truncation saw what is no longer there, whether or not that was recorded
 * (`findLostHistory`): they are left out and named, as are those that lie off their line (a failed attempt, a count of another
 * model). Null with under 5 usable requests, or where all of them saw the same amount.
 */
export function calibrate(
  task: Omit<RecordedTask, 'hiddenRange'>,
  messageTokens: readonly number[],
  allMatches: RequestMatches,
): CalibrationFit | null {
  const { points: all, leftOut, matches } = buildLinePoints(task, messageTokens, allMatches)
  const evidence = findFileEvidence({ ...task, matches, firstCount: messageTokens[0] })
  const groupBetween = createGroupBetween(evidence)
  const apart = all.map((one) => ({ ...one, group: groupBetween(one.requestIndex, one.group) }))
  const gone = findLostHistory(all, fitLines(apart)?.slope ?? 1, evidence)
  const points = all.filter(({ requestIndex }) => !gone.has(requestIndex))
  if (points.length < leastPoints) return null
  const fit = fitLines(points)
  const last = fit?.stretches.at(-1)
  if (fit === null || last === undefined) return null
  const used = fit.stretches.reduce((sum, { points: own }) => sum + own, 0)
  if (used < leastPoints) return null
  const off = fit.outliers.map((request) => ({ request, reason: 'off' as const }))
  const lost = [...gone].map((request) => ({ request, reason: 'lost-history' as const }))
  const others = leftOut.filter(({ request }) => !gone.has(request))
  const named = [...others, ...lost, ...off].toSorted((a, b) => a.request - b.request)
  return { ...fit, intercept: limitOverhead(last, all), points: used, leftOut: named }
}

/**
 * System prompt and tools of a segment: no more than the smallest request that its model and mode was ever sent. What the
 * line of a segment has above that came unseen with messages, or was put back behind a summary.
 */
function limitOverhead({ intercept, firstRequest }: Segment, points: readonly LinePoint[]): number {
  const own = points.find(({ requestIndex }) => requestIndex === firstRequest)
  const like = points.filter(({ group, y }) => group === own?.group && y > 0)
  return like.reduce((least, { y }) => Math.min(least, y), intercept)
}

/** The same for a task whose log says what each request sent: none of them saw what is no longer there. */
export function calibrateLogged(
  contexts: readonly SentContext[],
  countOf: (message: Message) => number,
): CalibrationFit | null {
  const condensed = countCondensationsBefore(contexts, countOf)
  const points = buildSentPoints(contexts, countOf).map((one) => ({
    ...one,
    condensed: condensed.get(one.requestIndex) ?? 0,
  }))
  const fit = points.length < leastPoints ? null : fitLines(points)
  const last = fit?.stretches.at(-1)
  if (fit === null || last === undefined) return null
  const leftOut = fit.outliers.map((request) => ({ request, reason: 'off' as const }))
  const used = fit.stretches.reduce((sum, { points: own }) => sum + own, 0)
  return { ...fit, intercept: limitOverhead(last, points), points: used, leftOut }
}

/** Our count of what each request sent, and its recorded input. */
export function buildSentPoints(
  contexts: readonly SentContext[],
  countOf: (message: Message) => number,
): LinePoint[] {
  let x = 0
  return contexts.flatMap(({ request, added, gone, inputTokens, group }): LinePoint[] => {
    x += sum(added.map(countOf)) - sum(gone.map(countOf))
    return inputTokens === null ? [] : [{ x, y: inputTokens, requestIndex: request, group }]
  })
}

function buildLinePoints(
  { messages, usage }: Pick<RecordedTask, 'messages' | 'usage'>,
  tokens: readonly number[],
  { matched, unmatched }: RequestMatches,
): {
  readonly points: readonly LinePoint[]
  readonly leftOut: readonly UncalibratedRequest[]
  /** Without the requests whose answers the agent has hidden since. */
  readonly matches: RequestMatches
} {
  const { requests, condensations, truncations = [] } = usage
  const before = sumTokensBefore(tokens)
  // What a request saw before the last of these is no longer there as it was.
  const since = findLargest(
    [...condensations, ...truncations].map(({ ts }) => ts ?? 0),
    0,
  )
  const lastRange = JSON.stringify(requests.at(-1)?.deletedRange)
  const cached = findCachedTokens(requests)
  const isBefore = (request: RequestUsage | undefined, ts: number | null | undefined): boolean =>
    (ts != null && ts < since) || JSON.stringify(request?.deletedRange) !== lastRange
  // Its answer is among what was hidden, where `messages` are what is left.
  const isHidden = ({ reason, requestIndex }: UnmatchedRequest): boolean =>
    reason === 'no-answer' && isBefore(requests[requestIndex], requests[requestIndex]?.ts)
  const leftOut: UncalibratedRequest[] = unmatched.map((one) => ({
    request: one.requestIndex,
    reason: isHidden(one) ? 'before' : one.reason,
  }))
  const points = matched.flatMap(({ requestIndex, answerIndex, model, mode }) => {
    const leave = (reason: UncalibratedReason): [] => {
      leftOut.push({ request: requestIndex, reason })
      return []
    }
    const request = requests[requestIndex]
    if (request?.cancelled === true) return leave('cancelled')
    if (request?.tokensIn === undefined) return leave('unused')
    const ts = messages[answerIndex]?.ts ?? request.ts
    if (isBefore(request, ts)) return leave('before')
    const y = readRecordedInput(requests, requestIndex, cached)
    if (y === 0) return leave('unused')
    return [{ x: before[answerIndex] ?? 0, y, requestIndex, group: formatSurroundingsGroup({ model, mode }) }]
  })
  const matches = { matched, unmatched: unmatched.filter((one) => !isHidden(one)) }
  return { points, leftOut, matches }
}

function sumTokensBefore(tokens: readonly number[]): number[] {
  let sum = 0
  return tokens.map((own) => (sum += own) - own)
}
