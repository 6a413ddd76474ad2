import type { ContextLog } from '../../../shared/condense/context-log-types.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { sum } from '../../../shared/kernel/numbers.ts'
import { sumInputTokens } from '../../../shared/kernel/sum-recorded-usage.ts'
import { selectNextContext } from '../../kernel/history/context-log.ts'
import type { CalibrationFit } from '../overhead/calibrate.ts'
import type { RecordedTask } from '../recorded-task.ts'
import type { RequestMatches } from '../requests/match-requests.ts'
import { findLastRecordedSize } from './recorded-context.ts'
import { readRecordedSplits } from './usage-splits.ts'

export type ContextSize = {
  /** Tokens without the last message. */
  readonly totalTokens: number
  readonly lastMessageTokens: number
  /** `calibrated`: counted tokens on the scale of the recorded requests, in whole or for what came since the last one. */
  readonly basis: 'recorded' | 'calibrated' | 'counted'
  /** The scale itself; null where too little is recorded. */
  readonly calibration: CalibrationFit | null
  /** Whether the last request lies off the line of the others: it was sent something else. */
  readonly isLastOff: boolean
}

/**
 * Size of a context before its next request: what the agent last recorded, and what has come since on the scale of its
 * requests. Where nothing recorded holds any more, the whole of it on that scale, or as it is counted. The recorded size
 * holds the answer of its request.
 */
export function measureContextSize(
  { messages, usage }: Pick<RecordedTask, 'messages' | 'usage'>,
  messageTokens: readonly number[],
  { matched, calibration }: Pick<RequestMatches, 'matched'> & Pick<ContextSize, 'calibration'>,
): ContextSize {
  const { slope, intercept } = selectLine(calibration)
  const answers = new Map(matched.map(({ requestIndex, answerIndex }) => [requestIndex, answerIndex]))
  const recorded = findLastRecordedSize(usage, (request) => messages[answers.get(request) ?? -1]?.ts)
  const last = messageTokens.at(-1) ?? 0
  // A request that lies off the line of the others was sent something else than this context.
  const isLastOff = calibration?.outliers.includes(usage.requests.length - 1) === true
  const isOff =
    recorded?.requestIndex != null && calibration?.outliers.includes(recorded.requestIndex) === true
  if (recorded === null || isOff) {
    const lastMessageTokens = Math.round(slope * last)
    return {
      totalTokens: Math.round(intercept + slope * sum(messageTokens)) - lastMessageTokens,
      lastMessageTokens,
      basis: calibration === null ? 'counted' : 'calibrated',
      calibration,
      isLastOff,
    }
  }
  const since = countMessagesSince(messages, answers.get(recorded.requestIndex ?? -1))
  const added = messageTokens.slice(messages.length - since)
  const lastMessageTokens = since === 0 ? 0 : Math.round(slope * last)
  return {
    totalTokens: recorded.tokens + Math.round(slope * sum(added.slice(0, -1))),
    lastMessageTokens,
    basis: since > 1 && calibration !== null ? 'calibrated' : 'recorded',
    calibration,
    isLastOff,
  }
}

/**
 * The same for a task whose log says what would be sent next: what its last answered request used, unless the agent has
 * condensed since, and what came after its answer.
 */
export function measureLoggedContextSize(
  { messages, usage }: Pick<RecordedTask, 'messages' | 'usage'>,
  log: ContextLog,
  { counts, calibration }: { readonly counts: readonly number[] } & Pick<ContextSize, 'calibration'>,
): ContextSize {
  const { slope, intercept } = selectLine(calibration)
  const current = selectNextContext(log, messages.length)
  const sumTokens = (indices: readonly number[]): number => sum(indices.map((index) => counts[index] ?? 0))
  const lastMessageTokens = Math.round(slope * sumTokens(current.slice(-1)))
  const split = readRecordedSplits(usage.requests).at(-1) ?? null
  const answer = log.requests.at(-1)?.answer ?? null
  const isCondensed = log.changes.some(({ request }) => request >= log.requests.length)
  const isLastOff = calibration?.outliers.includes(usage.requests.length - 1) === true
  const shared = { calibration, isLastOff }
  if (split === null || answer === null || isCondensed || isLastOff) {
    const totalTokens = Math.round(intercept + slope * sumTokens(current)) - lastMessageTokens
    return {
      ...shared,
      totalTokens,
      lastMessageTokens,
      basis: calibration === null ? 'counted' : 'calibrated',
    }
  }
  const since = current.filter((index) => index > answer)
  return {
    ...shared,
    totalTokens: sumInputTokens(split) + split.output + Math.round(slope * sumTokens(since.slice(0, -1))),
    lastMessageTokens: since.length === 0 ? 0 : lastMessageTokens,
    basis: since.length > 1 && calibration !== null ? 'calibrated' : 'recorded',
  }
}

/** The line of the last requests, with all that they were sent besides messages. */
function selectLine(calibration: CalibrationFit | null): {
  readonly slope: number
  readonly intercept: number
} {
  const { slope, stretches } = calibration ?? { slope: 1, stretches: [] }
  return { slope, intercept: stretches.at(-1)?.intercept ?? 0 }
}

/** Messages after an answer; where nobody knows which it is, the last one if it is none itself. */
function countMessagesSince(messages: readonly Message[], answerIndex: number | undefined): number {
  if (answerIndex !== undefined) return messages.length - answerIndex - 1
  return messages.at(-1)?.role === 'user' ? 1 : 0
}
