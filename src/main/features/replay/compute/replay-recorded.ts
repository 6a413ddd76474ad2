import { append } from '../../../../shared/kernel/append.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import { sum } from '../../../../shared/kernel/numbers.ts'
import type { Provenance } from '../../../../shared/kernel/provenance.ts'
import type { PlayedPolicy, ReplayCondensation, ReplayRequest } from '../../../../shared/replay/types.ts'
import type { PolicyNote } from '../../../../shared/replay/words.ts'
import { stopIfCancelled } from '../../../kernel/cancel-signal.ts'
import { buildContinuation, buildReplayConversation } from './build-replay-conversation.ts'
import { auditPlayed } from './cache/audit-played.ts'
import { payAfter, computePlayedCost } from './cost/pay-requests.ts'
import { createPrefixCache, type PrefixCache } from './cost/prefix-cache.ts'
import { judgeCondensation } from './judge-condensation.ts'
import type { ReplayServices } from './replay-policy.ts'
import type { OwnCondensation, ReplayTask } from './replay-task.ts'
import { computeMeanQuality, summariseReplay } from './summarise-replay.ts'

/**
 * What the agent really did, paid for again: what was recorded as sent, and its own condensations, each judged as those
 * of policies are where what it left out is still in the file. What they cost is in the sum as far as it was recorded, as
 * in that of the record. Throws `Cancelled`.
 */
export function replayRecorded(
  task: ReplayTask,
  services: Partial<Pick<ReplayServices, 'signal' | 'onProgress' | 'measure'>> = {},
): PlayedPolicy {
  const kept = createPrefixCache(task.cacheStyle)
  const requests: ReplayRequest[] = []
  const firings: ReplayCondensation[] = []
  for (const [at, step] of task.steps.entries()) {
    if (services.signal !== undefined) stopIfCancelled(services.signal)
    services.onProgress?.(at, task.steps.length)
    const judged = step.ownCondensations.map((own) =>
      toCondensation(task, at, own, { cache: kept, services }),
    )
    const [earlier, paid] = [task.steps[at - 1], requests.at(-1)]
    const before = earlier === undefined || paid === undefined ? null : { step: earlier, request: paid }
    const request = payAfter(before, task, step, kept)
    // Of what is not known only the sizes of the two requests around it are.
    const withSizes = (condensation: ReplayCondensation): ReplayCondensation => ({
      ...condensation,
      before: measureSizeBefore(task, at, requests),
      after: request.contextTokens,
    })
    append(
      firings,
      judged.map((condensation) =>
        condensation.unjudgedCode === undefined ? condensation : withSizes(condensation),
      ),
    )
    requests.push(request)
  }
  const replay = summariseReplay(task, { id: 'recorded', requests, firings: [], attempts: [] })
  const cache = auditPlayed(task, { requests, firings }, (at) => task.steps[at]?.recorded)
  return {
    ...replay,
    firings,
    costUsd: computePlayedCost(task, requests),
    quality: computeMeanQuality(firings),
    cache,
  }
}

/** What keeps the agent's own condensations from being judged in full, one by one. */
export function buildJudgingNotes(firings: readonly ReplayCondensation[]): PolicyNote[] {
  return firings.flatMap(({ request, unjudgedCode, costUsd }): PolicyNote[] => {
    if (unjudgedCode !== undefined) return [{ request, code: 'not-judged', figures: { why: unjudgedCode } }]
    return costUsd === null ? [{ request, code: 'no-own-cost' }] : []
  })
}

type HistoryChange = Exclude<OwnCondensation['change'], string>

type Judging = {
  readonly cache: PrefixCache
  readonly services: Pick<Partial<ReplayServices>, 'measure'>
}

function toCondensation(
  task: ReplayTask,
  at: number,
  { kind, costUsd, change }: OwnCondensation,
  { cache, services }: Judging,
): ReplayCondensation {
  const request = task.steps[at]?.request ?? 0
  const mark = kind === 'truncation' ? { isTruncation: true } : {}
  if (typeof change === 'string')
    return { request, costUsd, before: 0, after: 0, paysBackAfter: null, unjudgedCode: change, ...mark }
  const { source, result } = change
  const standings = [
    { since: at, messages: source },
    { since: at, messages: result },
  ] as const
  const condensation = judgeCondensation(task, at, standings, costUsd, { cache, touchTs: null })
  const quality = services.measure?.({
    source: buildReplayConversation(task, source),
    condensed: { messages: result, provenance: buildProvenance(change), costUsd },
    continuation: buildContinuation(task, task.steps[at]?.fullCount ?? 0),
  })
  return { ...condensation, ...mark, ...(quality === undefined ? {} : { quality }) }
}

/** What is new stands for what is gone, as far as anything does. */
function buildProvenance({ source, result }: HistoryChange): Provenance {
  const [had, has] = [new Map(source.map((message, index) => [message, index])), new Set(result)]
  const gone = source.flatMap((message, index) => (has.has(message) ? [] : [index]))
  const isSummarised = result.some((message) => message.isSummary === true && !had.has(message))
  const findSources = (message: Message): number[] => {
    const own = had.get(message)
    if (own !== undefined) return [own]
    return message.isSummary === true ? gone : []
  }
  const reason = 'The agent sent it no longer.'
  return {
    messages: result.map((message) => ({ sources: findSources(message), changes: [] })),
    dropped: isSummarised
      ? []
      : gone.map((sourceIndex) => ({ sourceIndex, operation: 'dropped', passId: 'agent', reason })),
  }
}

/** What the request before had sent, and what had come since. */
function measureSizeBefore(
  { full, steps, buildItems }: ReplayTask,
  at: number,
  requests: readonly ReplayRequest[],
): number {
  const added = full.slice(steps[at - 1]?.fullCount ?? 0, steps[at]?.fullCount ?? 0)
  const tokens = buildItems(added)
    .flat()
    .map((item) => item.tokens)
  return (requests[at - 1]?.contextTokens ?? 0) + sum(tokens)
}
