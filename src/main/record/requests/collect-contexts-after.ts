import { createRangeFinder } from '../condensations/hidden-ranges.ts'
import type { Moment } from '../condensations/summary-markers.ts'
import type { HiddenRange, RecordedTask } from '../recorded-task.ts'
import { createContextWalk, createMomentLookup } from './context-walk.ts'
import type { MatchedRequest } from './match-requests.ts'

/** The context after a message, as it differs from the one before; indices of messages. */
export type ContextAfter = {
  readonly added: readonly number[]
  readonly gone: readonly number[]
  /** Index of the request that sends it, else of the one that was answered last; null where there is none. */
  readonly request: number | null
  /** Whether the next message answers that request: the context is what it sent. */
  readonly isSent: boolean
  /** What the agent leaves out by then. */
  readonly hiddenRange: HiddenRange | null
}

/**
 * The contexts after each message of the file. Where the next message answers a request, that is the moment at which
 * the request was sent: a condensation between the two has happened. The last one knows everything. `answered` are the
 * requests of which is known what they sent.
 */
export function collectContextsAfter(
  task: RecordedTask,
  answered: readonly MatchedRequest[],
): ContextAfter[] {
  const momentOf = createMomentLookup(task)
  const rangeAt = createRangeFinder(task)
  const walk = createContextWalk(task)
  const { messages } = task
  let next = 0
  let lastTs: number | null = null
  const buildContextAfter = (moment: Moment, at: number, isSent: boolean): ContextAfter => {
    const { added, gone } = walk.to(moment)
    return { added, gone, request: answered[at]?.requestIndex ?? null, isSent, hiddenRange: moment.range }
  }
  return messages.map(({ ts }, index) => {
    while ((answered[next]?.answerIndex ?? Infinity) <= index) next += 1
    const sending = answered[next]
    lastTs = ts ?? lastTs
    if (sending?.answerIndex === index + 1)
      return buildContextAfter(momentOf(sending.requestIndex, index + 1), next, true)
    const isLast = index === messages.length - 1
    const range = rangeAt(answered[next - 1]?.requestIndex ?? -1, index + 1)
    const moment = { before: index + 1, atTs: isLast ? Infinity : (lastTs ?? Infinity), range, request: null }
    return buildContextAfter(moment, Math.min(Math.max(0, next - 1), answered.length - 1), false)
  })
}
