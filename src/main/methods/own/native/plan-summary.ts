import type { OutcomeError } from '../../../../shared/condense/outcome-types.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { HistoryTag } from '../../../../shared/kernel/provenance.ts'
import { runFailure } from '../../../../shared/kernel/words/engine.ts'
import { findSafeCuts } from '../../../kernel/history/find-safe-cuts.ts'

/** Stands for a first message that is not the user's, for an API that wants the user to speak first. */
export const continueMessage = 'Please continue from the following summary:'

/** What is summarised, and how the result is put together from the summary. */
export type SummaryPlan = {
  readonly kind: 'planned'
  /** What the model is shown. */
  readonly toSummarise: readonly Message[]
  /** Per message of the result: the source messages that it stands for. */
  readonly sources: readonly (readonly number[])[]
  /** Where the summary stands in the result. */
  readonly summaryIndex: number
  readonly assemble: (summary: string) => Message[]
  /** How the agent hides what the summary stands for; null where it deletes it. */
  readonly tag: HistoryTag | null
}

export type PlanOutcome = SummaryPlan | { readonly kind: 'refused'; readonly failure: OutcomeError }

/**
 * Classic: `[first, summary, ...last N]`. Either end takes one message more where a call would lose its result,
 * which the original did not have to care about: its tools were text.
 */
export function planClassic(messages: readonly Message[], keepLast: number): PlanOutcome {
  const count = messages.length
  const cuts = findSafeCuts(messages)
  const head = cuts.find((cut) => cut >= 1) ?? count
  const tail = cuts.findLast((cut) => cut <= count - keepLast) ?? 0
  const kept = messages.slice(tail)
  const toSummarise = selectSinceLastSummary(messages.slice(0, tail))
  if (toSummarise.length <= 1 || tail <= head) {
    if (count <= keepLast + 1) return notEnough
    return messages.some((message) => message.isSummary === true) ? recently : bound
  }
  if (kept.some((message) => message.isSummary === true)) return recently
  const ts = kept[0]?.ts
  return {
    kind: 'planned',
    toSummarise,
    sources: [...wrapEach(listRange(0, head)), listRange(head, tail), ...wrapEach(listRange(tail, count))],
    summaryIndex: head,
    assemble: (summary) => [
      ...messages.slice(0, head),
      { role: 'assistant', content: summary, ...(typeof ts === 'number' ? { ts } : {}), isSummary: true },
      ...kept,
    ],
    tag: null,
  }
}

/**
 * Current: the summary alone, in the voice of the user, for the effective history begins at it. What it stands for
 * is tagged with `id` and stays in the file.
 */
export function planCurrent(messages: readonly Message[], id: string): PlanOutcome {
  const toSummarise = selectSinceLastSummary(messages)
  if (toSummarise.length <= 1) return messages.length <= 1 ? notEnough : recently
  // A summary and one message after it: there is next to nothing new.
  if (toSummarise.length === 2 && toSummarise.some((message) => message.isSummary === true)) return recently
  const ts = messages.at(-1)?.ts
  return {
    kind: 'planned',
    toSummarise,
    sources: [listRange(0, messages.length)],
    summaryIndex: 0,
    assemble: (summary) => [
      {
        role: 'user',
        content: [{ type: 'text', text: `## Conversation summary\n${summary}` }],
        ...(typeof ts === 'number' ? { ts: ts + 1 } : {}),
        isSummary: true,
        condenseId: id,
      },
    ],
    tag: { parent: 'condenseParent', id },
  }
}

const notEnough: PlanOutcome = {
  kind: 'refused',
  failure: runFailure('not-enough-messages', { isBound: false }),
}
/** Only where a call has to stay with its result: the text tools of the original left more to summarise. */
const bound: PlanOutcome = {
  kind: 'refused',
  failure: runFailure('not-enough-messages', { isBound: true }),
}
const recently: PlanOutcome = {
  kind: 'refused',
  failure: runFailure('condensed-recently'),
}

function listRange(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}

function wrapEach(indices: readonly number[]): number[][] {
  return indices.map((index) => [index])
}

/**
 * The messages from the last summary on, the summary included. Where these do not begin with a user message, the
 * original first one is put in front, or a sentence to continue one millisecond before where that is not the
 * user's either. `condensation.md` section 5, classic.
 */
export function selectSinceLastSummary(messages: readonly Message[]): readonly Message[] {
  const at = messages.findLastIndex((message) => message.isSummary === true)
  if (at < 0) return messages
  const since = messages.slice(at)
  const [summary] = since
  if (summary === undefined || summary.role === 'user') return since
  const [first] = messages
  if (first?.role === 'user') return [first, ...since]
  const { ts } = summary
  return [
    { role: 'user', content: continueMessage, ...(typeof ts === 'number' ? { ts: ts - 1 } : {}) },
    ...since,
  ]
}
