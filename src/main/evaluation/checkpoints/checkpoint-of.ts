import type { Message } from '../../../shared/domain/message.ts'
import { effectiveHistory, type EffectiveHistory } from '../../engine/history/effective-history.ts'
import { isWrittenByCondensation } from './cut-at.ts'

/** A task, cut in two. */
export type Checkpoint = {
  /** The effective history at the cut: what a provider is given. */
  readonly source: EffectiveHistory
  /** What was recorded after it, without what the agent's own condensation wrote. Never shown to a provider. */
  readonly continuation: readonly Message[]
}

/**
 * Cuts the messages of a task's file before the message `index`. Cline's hidden range counts where it lies before the
 * cut as a whole: the history item says nothing of when it was deleted.
 */
export function checkpointOf(
  messages: readonly Message[],
  index: number,
  hiddenRange: { readonly start: number; readonly end: number } | null = null,
): Checkpoint {
  const wasHidden = hiddenRange !== null && hiddenRange.end < index
  return {
    source: effectiveHistory(messages.slice(0, index), wasHidden ? hiddenRange : null),
    continuation: messages.slice(index).filter((message) => !isWrittenByCondensation(message)),
  }
}
