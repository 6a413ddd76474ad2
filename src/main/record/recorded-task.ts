import type { Message } from '../../shared/domain/message.ts'
import type { RecordedUsage } from '../../shared/domain/usage.ts'
import { endedTs } from './requests/ended-ts.ts'

/** Messages that Cline leaves out; both ends inclusive, indices in the file. */
export type HiddenRange = { readonly start: number; readonly end: number }

export type RecordedTask = {
  /** The messages of the file. */
  readonly messages: readonly Message[]
  readonly usage: RecordedUsage
  readonly hiddenRange: HiddenRange | null
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
