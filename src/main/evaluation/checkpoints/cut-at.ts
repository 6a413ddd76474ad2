import type { Message } from '../../../shared/domain/message.ts'
import { effectiveHistory } from '../../engine/history/effective-history.ts'
import { safeCuts } from '../../engine/history/safe-cuts.ts'
import { assertNever } from '../../../shared/lib/assert-never.ts'

/** Where a task is to be cut. Shares are of the messages; indices count the messages before the cut. */
export type CutPlace =
  /** Where the recorded task condensed, else where the trigger would fire (null: nowhere), else at 70 %. */
  | { readonly at: 'default'; readonly triggerIndex: number | null }
  | { readonly at: 'recorded' }
  | { readonly at: 'share'; readonly share: number }
  | { readonly at: 'index'; readonly index: number }

/** A task, cut in two. */
export type Checkpoint = {
  /** Messages of the file before the cut. */
  readonly index: number
  /** What decided on the place. */
  readonly reason: 'recorded' | 'trigger' | 'share' | 'index'
  /** The effective history at the cut: what a provider is given. */
  readonly source: readonly Message[]
  /** What was recorded after it, without what the agent's own condensation wrote. Never shown to a provider. */
  readonly continuation: readonly Message[]
}

/** Share at which a task is cut that has neither condensed nor reached its trigger. */
const defaultShare = 0.7
/** Less before a recorded condensation is no history: agents of old deleted what they summarised. */
const fewestBefore = 4

/**
 * Cuts the messages of a task's file. The place is moved to the nearest safe cut that leaves something on both sides;
 * null where there is none, or no recorded condensation where one was asked for.
 */
export function cutAt(messages: readonly Message[], where: CutPlace): Checkpoint | null {
  const cuts = safeCuts(messages).filter((cut) => cut > 0 && cut < messages.length)
  const wanted = wantedCut(messages, where)
  if (wanted === null) return null
  const index = nearest(cuts, wanted.index)
  if (index === undefined) return null
  return {
    index,
    reason: wanted.reason,
    source: effectiveHistory(messages.slice(0, index)).messages,
    continuation: messages.slice(index).filter((message) => !isWrittenByCondensation(message)),
  }
}

type Wanted = Pick<Checkpoint, 'index' | 'reason'>

function wantedCut(messages: readonly Message[], where: CutPlace): Wanted | null {
  switch (where.at) {
    case 'recorded':
      return recordedCut(messages)
    case 'share':
      return { index: Math.round(messages.length * where.share), reason: 'share' }
    case 'index':
      return { index: where.index, reason: 'index' }
    case 'default': {
      const { triggerIndex } = where
      const trigger: Wanted | null = triggerIndex === null ? null : { index: triggerIndex, reason: 'trigger' }
      return recordedCut(messages) ?? trigger ?? wantedCut(messages, { at: 'share', share: defaultShare })
    }
    default:
      return assertNever(where)
  }
}

/** The first condensation with enough before it, and something after it. */
function recordedCut(messages: readonly Message[]): Wanted | null {
  const index = messages.findIndex(
    (message, at) => at >= fewestBefore && at < messages.length - 1 && isWrittenByCondensation(message),
  )
  return index < 0 ? null : { index, reason: 'recorded' }
}

function isWrittenByCondensation(message: Message): boolean {
  return message.isSummary === true || message.isTruncationMarker === true
}

/** The earlier one of two that are equally near. */
function nearest(cuts: readonly number[], index: number): number | undefined {
  let best: number | undefined
  for (const cut of cuts) if (best === undefined || Math.abs(cut - index) < Math.abs(best - index)) best = cut
  return best
}
