import type { Message } from '../../../shared/kernel/message.ts'
import { sumInputTokens } from '../../../shared/kernel/sum-recorded-usage.ts'
import type { RecordedUsage } from '../../../shared/kernel/usage.ts'
import type { TokenUsage } from '../../../shared/models/pricing-types.ts'
import type { RecordedTask } from '../recorded-task.ts'
import { findEndedTs } from '../requests/find-ended-ts.ts'
import type { MatchedRequest } from '../requests/match-requests.ts'
import { matchSummaries } from './match-summaries.ts'

/** A condensation or truncation as the agent recorded it, and the place that the record gives it. */
export type AgentCondensation = {
  readonly kind: 'condensation' | 'truncation'
  /** Index of the request before which it happened; null where nothing says so. */
  readonly request: number | null
  /** Tokens before it as the agent counted them; null where it recorded none. */
  readonly agentTokens: number | null
  /**
   * What tells that it was made by hand: its place between an answer and the next request, or its count of nothing but
   * what had been sent. Null where nothing does.
   */
  readonly byHand: 'place' | 'count' | null
  /** Whether the messages that it condensed are gone from the file. */
  readonly isDeleting: boolean
}

/** What the agent recorded of its own condensations, truncations and deletions, in the order of the requests. */
export function buildAgentCondensations(
  { messages, usage }: Pick<RecordedTask, 'messages' | 'usage'>,
  matched: readonly MatchedRequest[],
  splits: readonly (TokenUsage | null)[],
): readonly AgentCondensation[] {
  const place = createPlacing({ messages, usage }, matched, splits)
  const summaries = matchSummaries(messages, usage.condensations)
  const condensations = usage.condensations.map((one, at): AgentCondensation => {
    const agentTokens = one.tokensBefore ?? null
    const summary = summaries[at] ?? null
    const isDeleting = summary === null
    return {
      kind: 'condensation',
      agentTokens,
      isDeleting,
      ...place(
        one.ts,
        agentTokens,
        messages.findIndex((message) => isTaggedSummary(message, summary)),
      ),
    }
  })
  const truncations = (usage.truncations ?? []).map((one): AgentCondensation => {
    const agentTokens = one.tokensBefore ?? null
    const marker = messages.findIndex(
      ({ isTruncationMarker, truncationId }) =>
        isTruncationMarker === true && truncationId === one.truncationId,
    )
    const { request } = place(one.ts, agentTokens, marker)
    // Nobody truncates by hand, whatever was counted.
    return { kind: 'truncation', agentTokens, isDeleting: false, request, byHand: null }
  })
  const all = [...condensations, ...truncations, ...findDeletions(usage)]
  return all.toSorted((a, b) => (a.request ?? Infinity) - (b.request ?? Infinity))
}

/** Cline names with each request what it leaves out: where that grows, it has deleted more. */
function findDeletions({ requests }: RecordedUsage): AgentCondensation[] {
  let lastEnd: number | null = null
  return requests.flatMap(({ deletedRange }, request): AgentCondensation[] => {
    if (deletedRange === undefined) return []
    const isMore = deletedRange[1] > (lastEnd ?? 0)
    lastEnd = Math.max(lastEnd ?? 0, deletedRange[1])
    return isMore ? [{ kind: 'truncation', request, agentTokens: null, byHand: null, isDeleting: false }] : []
  })
}

const isTaggedSummary = (message: Message, condenseId: string | null): boolean =>
  condenseId !== null && message.isSummary === true && message.condenseId === condenseId

/**
 * A function that places a time: an automatic condensation comes after its request was begun and before it is answered,
 * one by hand after an answer. Without a time, the place of what it wrote into the file counts.
 */
function createPlacing(
  { messages, usage: { requests } }: Pick<RecordedTask, 'messages' | 'usage'>,
  matched: readonly MatchedRequest[],
  splits: readonly (TokenUsage | null)[],
) {
  const answers = new Map(matched.map((match) => [match.requestIndex, match]))
  // The context after each request as the agent counts it: what was sent, and its answer.
  const totals = splits.map((split) => (split === null ? null : sumInputTokens(split) + split.output))
  return (
    ts: number | null | undefined,
    agentTokens: number | null,
    writtenAt: number,
  ): Pick<AgentCondensation, 'request' | 'byHand'> => {
    if (ts == null || !requests.some((request) => request.ts != null))
      return { request: findRequestAfter(matched, writtenAt), byHand: null }
    const begun = requests.findLastIndex((request) => request.ts != null && request.ts <= ts)
    const ownTs = messages[answers.get(begun)?.answerIndex ?? -1]?.ts ?? null
    const answerTs = ownTs === null ? null : findEndedTs(requests, begun, ownTs)
    const isAnswered = answerTs === null ? isTotal(agentTokens, totals[begun]) : answerTs < ts
    const request = isAnswered ? begun + 1 : begun
    const isCountOfSent = isTotal(agentTokens, totals[request - 1])
    const byHand = answerTs !== null && isAnswered ? 'place' : isCountOfSent ? 'count' : null
    return { request: request >= 0 && request < requests.length ? request : null, byHand }
  }
}

function findRequestAfter(matched: readonly MatchedRequest[], writtenAt: number): number | null {
  if (writtenAt < 0) return null
  return matched.find(({ answerIndex }) => answerIndex > writtenAt)?.requestIndex ?? null
}

const isTotal = (tokens: number | null, total: number | null | undefined): boolean =>
  tokens !== null && total != null && tokens === total
