import type { ContextChange, ContextLog, MessageRange } from '../../../shared/condense/context-log-types.ts'
import type { PlannedCheckpoint } from '../../../shared/experiments/experiment-types.ts'
import { assertNever } from '../../../shared/kernel/assert-never.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import {
  buildEffectiveHistory,
  selectHistory,
  type EffectiveHistory,
} from '../../kernel/history/build-effective-history.ts'
import { selectContextAtMessage, listRangeIndices } from '../../kernel/history/context-log.ts'
import { findSafeCuts } from '../../kernel/history/find-safe-cuts.ts'
import { listRecordedCuts } from '../../kernel/history/list-recorded-cuts.ts'

/** Where a task is to be cut. Shares are of the messages; indices count the messages before the cut. */
export type CutPlace =
  /** Where the agent itself condensed first. */
  | { readonly at: 'recorded' }
  /** Where the trigger would fire; null: nowhere. */
  | { readonly at: 'trigger'; readonly triggerIndex: number | null }
  | { readonly at: 'share'; readonly share: number }
  | { readonly at: 'index'; readonly index: number }

/** Where a task is cut. */
export type CutDecision = {
  /** Messages of the file before the cut. */
  readonly index: number
  /** What decided on the place; `recorded` wherever the agent itself condensed there. */
  readonly reason: PlannedCheckpoint['reason']
}

/**
 * Decides where to cut the messages of a task's file. A recorded condensation is a cut as it is. Any other place is moved
 * to the nearest safe cut that leaves something on both sides; null where there is none, or no recorded condensation or
 * condensation trigger where one was asked for.
 */
export function decideCut(
  messages: readonly Message[],
  where: CutPlace,
  contexts?: ContextLog,
): CutDecision | null {
  const wanted = findWantedCut(messages, where, contexts)
  if (wanted === null) return null
  const recorded = new Set(listRecordedCuts(messages, contexts).map(({ index }) => index))
  const cuts = findSafeCuts(messages).filter((cut) => cut > 0 && cut < messages.length)
  const index = recorded.has(wanted.index) ? wanted.index : findNearestCut(cuts, wanted.index)
  if (index === undefined) return null
  return { index, reason: recorded.has(index) ? 'recorded' : wanted.reason }
}

function findWantedCut(
  messages: readonly Message[],
  where: CutPlace,
  contexts: ContextLog | undefined,
): CutDecision | null {
  switch (where.at) {
    case 'recorded':
      return findRecordedCuts(messages, contexts)[0] ?? null
    case 'share':
      return { index: Math.round(messages.length * where.share), reason: 'share' }
    case 'index':
      return { index: where.index, reason: 'index' }
    case 'trigger':
      return where.triggerIndex === null ? null : { index: where.triggerIndex, reason: 'trigger' }
    default:
      return assertNever(where)
  }
}

/**
 * The condensations of an agent with more than one message before them and something after them. Where some replaced
 * whole messages, those that only cleared results are none.
 */
export function findRecordedCuts(messages: readonly Message[], contexts?: ContextLog): CutDecision[] {
  const usable = listRecordedCuts(messages, contexts).filter(({ index, source, result }) => {
    const left = new Set(result)
    return source.length > 1 && messages.some((_, at) => at >= index && !left.has(at))
  })
  const whole = usable.filter(({ source, result }) => result.length < source.length)
  return (whole.length > 0 ? whole : usable).map(({ index }) => ({ index, reason: 'recorded' }))
}

/** Whether an agent's own condensation wrote a message. */
export function isWrittenByCondensation(message: Message): boolean {
  return message.isSummary === true || message.isTruncationMarker === true
}

/** The earlier one of two that are equally near. */
function findNearestCut(cuts: readonly number[], index: number): number | undefined {
  let best: number | undefined
  for (const cut of cuts) if (best === undefined || Math.abs(cut - index) < Math.abs(best - index)) best = cut
  return best
}

/** A task, cut in two. */
export type Checkpoint = {
  /** The effective history at the cut: what a provider is given. */
  readonly source: EffectiveHistory
  /** What was recorded after it, without what the agent's own condensation wrote. Never shown to a provider. */
  readonly continuation: readonly Message[]
  /** What the agent itself made of the source at this cut; null where it did not condense there. */
  readonly recorded: readonly Message[] | null
}

/**
 * Cuts the messages of a task's file before the message `index`. Cline's hidden range counts where it lies before the
 * cut as a whole: the history item says nothing of when it was deleted.
 */
export function buildCheckpoint(
  messages: readonly Message[],
  index: number,
  hiddenRange: { readonly start: number; readonly end: number } | null = null,
  contexts?: ContextLog,
): Checkpoint {
  const cut = listRecordedCuts(messages, contexts).find((one) => one.index === index)
  const recorded = cut?.result.flatMap((at) => messages[at] ?? []) ?? null
  if (contexts !== undefined) {
    const made = new Set([
      ...[...contexts.copies, ...contexts.changes.flatMap(listShownRanges)].flatMap(listRangeIndices),
      ...(cut?.result ?? []),
    ])
    const sent = cut?.source ?? selectContextAtMessage(contexts, index)
    return {
      source: selectHistory(messages.slice(0, index), sent),
      continuation: messages.filter((_, at) => at >= index && !made.has(at)),
      recorded,
    }
  }
  const wasHidden = hiddenRange !== null && hiddenRange.end < index
  return {
    source: buildEffectiveHistory(messages.slice(0, index), wasHidden ? hiddenRange : null),
    continuation: messages.slice(index).filter((message) => !isWrittenByCondensation(message)),
    recorded,
  }
}

function listShownRanges({ condensation, show }: ContextChange): readonly MessageRange[] {
  return condensation === undefined ? [] : show
}

/**
 * What a task recorded after it had come so far, without what the agent's own condensation wrote; empty where nothing
 * came. Null where the messages before are others by now: then nothing tells what came after them.
 */
export function selectRecordedAfter(before: readonly Message[], now: readonly Message[]): Message[] | null {
  // Agents mark messages that they hide; what a message says stays.
  const isSame = before.every((message, index) => readMessageWords(message) === readMessageWords(now[index]))
  return isSame ? now.slice(before.length).filter((message) => !isWrittenByCondensation(message)) : null
}

function readMessageWords(message: Message | undefined): string {
  return JSON.stringify([message?.role, message?.content])
}
