import type { Message } from '../../../shared/domain/message.ts'
import type { Part } from '../../../shared/domain/part.ts'
import { splitHistory } from './split-parts.ts'

/**
 * Places where a history may be cut: `k` is among them when the first `k` messages are complete on their own
 * and the rest answers none of their calls. 0 and the length always are; both eras are handled alike.
 */
export function safeCuts(messages: readonly Message[], parts = splitHistory(messages)): readonly number[] {
  const cuts: number[] = []
  for (let cut = 0; cut <= messages.length; cut += 1) {
    if (!callsAcross(parts[cut - 1] ?? [], parts[cut] ?? [])) cuts.push(cut)
  }
  return cuts
}

/** The safe cut nearest to an index, the earlier one of two that are equally near. */
export function nearestSafeCut(messages: readonly Message[], index: number): number {
  let best = 0
  for (const cut of safeCuts(messages)) {
    if (Math.abs(cut - index) < Math.abs(best - index)) best = cut
  }
  return best
}

function callsAcross(before: readonly Part[], after: readonly Part[]): boolean {
  const calls = new Set(before.flatMap((part) => (part.kind === 'tool-call' ? (part.toolCallId ?? []) : [])))
  return after.some(
    (part) => part.kind === 'tool-result' && part.toolCallId !== undefined && calls.has(part.toolCallId),
  )
}
