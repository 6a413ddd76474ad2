import type { Calibration } from '../../../shared/domain/inspection.ts'
import type { Message } from '../../../shared/domain/message.ts'
import type { RecordedUsage } from '../../../shared/domain/usage.ts'

/** Fewer usable requests than this fix no line. */
const leastPoints = 5

/**
 * Least-squares line of the recorded input tokens on our cumulative count: slope and intercept (system prompt and
 * tools) of the task. A request saw what stood before the first assistant message that is not older than it.
 * Null with under 5 usable requests, or where all of them saw the same amount.
 */
export function calibrate(
  messages: readonly Message[],
  messageTokens: readonly number[],
  usage: RecordedUsage,
): Calibration | null {
  const points = pointsOf(messages, messageTokens, usage)
  const count = points.length
  if (count < leastPoints) return null
  const meanX = points.reduce((sum, point) => sum + point.x, 0) / count
  const meanY = points.reduce((sum, point) => sum + point.y, 0) / count
  const sxx = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  const syy = points.reduce((sum, { y }) => sum + (y - meanY) ** 2, 0)
  const sxy = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0)
  if (sxx === 0 || syy === 0) return null
  const slope = sxy / sxx
  return { slope, intercept: meanY - slope * meanX, r2: sxy ** 2 / (sxx * syy), points: count }
}

type Point = { readonly x: number; readonly y: number }

function pointsOf(
  messages: readonly Message[],
  tokens: readonly number[],
  { requests, condensations }: RecordedUsage,
): Point[] {
  const answers = answersOf(messages, tokens)
  // What a request saw before the last condensation is no longer in the file.
  const since = Math.max(0, ...condensations.map(({ ts }) => ts ?? 0))
  const addCached = cachedComesOnTop(requests)
  return requests.flatMap((request) => {
    const { ts, tokensIn, cancelled, cacheReads = 0, cacheWrites = 0 } = request
    if (ts == null || ts < since || cancelled === true || tokensIn === undefined) return []
    const y = tokensIn + (addCached ? cacheReads + cacheWrites : 0)
    const answer = firstFrom(answers, ts)
    return answer === undefined || y === 0 ? [] : [{ x: answer.before, y }]
  })
}

/** Tokens before an assistant message, and the latest time up to it: times go back now and then. */
type Answer = { readonly before: number; readonly latestTs: number }

function answersOf(messages: readonly Message[], tokens: readonly number[]): Answer[] {
  const answers: Answer[] = []
  let before = 0
  let latestTs = Number.NEGATIVE_INFINITY
  messages.forEach(({ role, ts }, index) => {
    if (role === 'assistant' && typeof ts === 'number' && Number.isFinite(ts)) {
      latestTs = Math.max(latestTs, ts)
      answers.push({ before, latestTs })
    }
    before += tokens[index] ?? 0
  })
  return answers
}

/** The first answer that is not older than a time, by halving: the latest times never go back. */
function firstFrom(answers: readonly Answer[], ts: number): Answer | undefined {
  let low = 0
  let high = answers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((answers[middle]?.latestTs ?? 0) < ts) low = middle + 1
    else high = middle
  }
  return answers[low]
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
