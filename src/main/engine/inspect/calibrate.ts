import type { Calibration } from '../../../shared/domain/inspection.ts'
import type { Message } from '../../../shared/domain/message.ts'
import type { RecordedUsage } from '../../../shared/domain/usage.ts'
import { fitLines, type FittedLines, type LinePoint } from './fit-lines.ts'
import { matchRequests } from './match-requests.ts'

/** Fewer usable requests than this fix no line. */
const leastPoints = 5

/** A fit with what it was made of. Slope, `r2` and points are of all stretches, `intercept` is of the last one. */
export type CalibrationFit = Calibration & Omit<FittedLines, 'slope' | 'r2'>

/**
 * Fits the recorded input tokens to our cumulative count: one slope for the task, and an intercept (system prompt and
 * tools) for each stretch of one model and mode, since another mode brings another system prompt and other tools.
 * Requests before the last condensation or truncation saw what is no longer there, and those that lie off their line
 * (a failed attempt, a count of another model) are left out and named. Null with under 5 usable requests, or where all
 * of them saw the same amount. `fileIndices` as in `matchRequests`.
 */
export function calibrate(
  messages: readonly Message[],
  messageTokens: readonly number[],
  usage: RecordedUsage,
  fileIndices?: readonly number[],
): CalibrationFit | null {
  const points = pointsOf(messages, messageTokens, usage, fileIndices)
  if (points.length < leastPoints) return null
  const fit = fitLines(points)
  const last = fit?.stretches.at(-1)
  if (fit === null || last === undefined) return null
  const used = fit.stretches.reduce((sum, { points: own }) => sum + own, 0)
  return used < leastPoints ? null : { ...fit, intercept: last.intercept, points: used }
}

function pointsOf(
  messages: readonly Message[],
  tokens: readonly number[],
  usage: RecordedUsage,
  fileIndices: readonly number[] | undefined,
): LinePoint[] {
  const { requests, condensations, truncations = [] } = usage
  const before = sumsBefore(tokens)
  // What a request saw before the last of these is no longer there as it was.
  const since = Math.max(0, ...[...condensations, ...truncations].map(({ ts }) => ts ?? 0))
  const lastRange = JSON.stringify(requests.at(-1)?.deletedRange)
  const addCached = cachedComesOnTop(requests)
  return matchRequests(messages, usage, fileIndices).matched.flatMap((match) => {
    const request = requests[match.requestIndex]
    if (request?.tokensIn === undefined || request.cancelled === true) return []
    const ts = messages[match.answerIndex]?.ts ?? request.ts
    if ((ts != null && ts < since) || JSON.stringify(request.deletedRange) !== lastRange) return []
    const { tokensIn, cacheReads = 0, cacheWrites = 0 } = request
    const y = tokensIn + (addCached ? cacheReads + cacheWrites : 0)
    const x = before[match.answerIndex] ?? 0
    const { model, mode, requestIndex } = match
    return y === 0 ? [] : [{ x, y, requestIndex, group: `${model ?? ''}\n${mode ?? ''}` }]
  })
}

function sumsBefore(tokens: readonly number[]): number[] {
  let sum = 0
  return tokens.map((own) => (sum += own) - own)
}

/**
 * Classic Roo records Anthropic's input without its cached tokens, current Roo with them. A task in which a request
 * read more from the cache than it had input tells that it is of the first kind.
 */
export function cachedComesOnTop(requests: RecordedUsage['requests']): boolean {
  return requests.some(
    ({ tokensIn = 0, cacheReads = 0, cacheWrites = 0 }) => cacheReads + cacheWrites > tokensIn,
  )
}
