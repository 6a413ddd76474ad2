import { sum } from '../../../shared/lib/numbers.ts'
import type { Message } from '../../../shared/domain/message.ts'
import type { CalibrationFit } from '../overhead/calibrate.ts'
import type { RequestMatches } from '../requests/match-requests.ts'
import type { RecordedTask } from '../recorded-task.ts'
import { lastRecordedSize } from './recorded-context.ts'

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
export function contextSize(
  { messages, usage }: Pick<RecordedTask, 'messages' | 'usage'>,
  messageTokens: readonly number[],
  { matched, calibration }: Pick<RequestMatches, 'matched'> & Pick<ContextSize, 'calibration'>,
): ContextSize {
  const { slope, intercept } = calibration ?? { slope: 1, intercept: 0 }
  const answers = new Map(matched.map(({ requestIndex, answerIndex }) => [requestIndex, answerIndex]))
  const recorded = lastRecordedSize(usage, (request) => messages[answers.get(request) ?? -1]?.ts)
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
  const since = sinceOf(messages, answers.get(recorded.requestIndex ?? -1))
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

/** Messages after an answer; where nobody knows which it is, the last one if it is none itself. */
function sinceOf(messages: readonly Message[], answerIndex: number | undefined): number {
  if (answerIndex !== undefined) return messages.length - answerIndex - 1
  return messages.at(-1)?.role === 'user' ? 1 : 0
}
