import type { Message } from '../../../../shared/kernel/message.ts'
import { Recent } from '../../../../shared/kernel/recent.ts'
import type { ReplayCondensation } from '../../../../shared/replay/types.ts'
import type { SentMessages } from './collect-sent-messages.ts'
import { payMore, payRequest } from './cost/pay-requests.ts'
import type { PrefixCache } from './cost/prefix-cache.ts'
import type { ReplayTask } from './replay-task.ts'

/** What one request costs, in US dollars, without a condensation and with it. */
type Pair = { readonly withoutUsd: number | null; readonly withUsd: number | null }

/** A history that stands from a step on, with what is added after it. */
export type Standing = { readonly since: number; readonly messages: readonly Message[] }

/** The history before a request: what stands, and what was added since. */
export function buildHistoryBefore(
  { full, steps }: ReplayTask,
  { since, messages }: Standing,
  at: number,
): readonly Message[] {
  return [...messages, ...full.slice(steps[since]?.fullCount ?? 0, steps[at]?.fullCount ?? 0)]
}

/** What requests sent where these histories stood before each; those between two condensations share a list. */
export function createSentLookup(
  { full, steps }: ReplayTask,
  stood: readonly Standing[],
): (at: number) => SentMessages | undefined {
  const ends = new Map<Standing, number>()
  stood.forEach((own, at) => ends.set(own, Math.max(ends.get(own) ?? 0, steps[at]?.fullCount ?? 0)))
  // A break is looked at by what two requests sent.
  const lists = new Recent<readonly Message[], Standing>(2)
  return (at) => {
    const own = stood[at]
    if (own === undefined) return undefined
    const { since, messages } = own
    const start = steps[since]?.fullCount ?? 0
    const list = lists.get(own, () => [...messages, ...full.slice(start, ends.get(own))])
    return { list, count: messages.length + Math.max(0, (steps[at]?.fullCount ?? 0) - start) }
  }
}

/** The last message before a request. */
export function findLastMessageBefore(
  { full, steps }: ReplayTask,
  { since, messages }: Standing,
  at: number,
): Message | undefined {
  const [start, end] = [steps[since]?.fullCount ?? 0, steps[at]?.fullCount ?? 0]
  return end > start ? full[end - 1] : messages.at(-1)
}

/** Goes on without the condensation and with it, no other after it in either, up to its break-even. */
export function judgeCondensation(
  task: ReplayTask,
  at: number,
  [without, withIt]: readonly [without: Standing, withIt: Standing],
  costUsd: number | null,
  /** `touchTs` is when the request for the summary used what the one before it sent; null where it did not. */
  { cache, touchTs }: { readonly cache: PrefixCache; readonly touchTs: number | null },
): ReplayCondensation {
  const futures = [without, withIt].map((standing) => ({ standing, fork: cache.fork() }))
  if (touchTs !== null) futures[1]?.fork.touch(touchTs)
  let before: number | null = null
  let after: number | null = null
  function* iteratePairs() {
    // From the second request on, both histories only grow, and by the same messages.
    let sentCount = Infinity
    let all: ReturnType<ReplayTask['buildItems']> | undefined
    for (const [index, step] of task.steps.entries()) {
      if (index < at) continue
      const isMore = step.fullCount >= sentCount
      if (isMore) all ??= task.buildItems(task.full)
      const added = isMore ? all?.slice(sentCount, step.fullCount) : undefined
      const [one, other] = futures.map(({ standing, fork }) =>
        added === undefined
          ? payRequest(task, step, buildHistoryBefore(task, standing, index), fork)
          : payMore(task, step, added, fork),
      )
      sentCount = step.fullCount
      before ??= one?.contextTokens ?? null
      after ??= other?.contextTokens ?? null
      yield { withoutUsd: one?.costUsd ?? null, withUsd: other?.costUsd ?? null }
    }
  }
  const paysBackAfter = breakEvenAfter(iteratePairs(), costUsd)
  return {
    request: task.steps[at]?.request ?? 0,
    before: before ?? 0,
    after: after ?? 0,
    costUsd,
    paysBackAfter,
  }
}

/**
 * How many requests a condensation takes to pay for itself: the first after which all requests from it on have cost
 * less with it, its own cost included, than without it. The first pair is of the request that it came before; no more
 * of them are asked for than it takes. Null where that never happens, and where a cost is not known.
 */
function breakEvenAfter(pairs: Iterable<Pair>, ownCostUsd: number | null): number | null {
  let saved = -(ownCostUsd ?? 0)
  let count = 0
  for (const { withoutUsd, withUsd } of pairs) {
    if (withoutUsd === null || withUsd === null || ownCostUsd === null) return null
    saved += withoutUsd - withUsd
    count += 1
    if (saved > 0) return count
  }
  return null
}

/** Whether a condensation of this number is looked at where an agent condenses often: the first ones, then every power of two. */
export function isSampled(number: number, first: number): boolean {
  return number <= first || Number.isInteger(Math.log2(number))
}

/** A condensation whose sizes alone are told. */
export function sizeCondensation(
  task: ReplayTask,
  at: number,
  [without, withIt]: readonly [without: Standing, withIt: Standing],
  costUsd: number | null,
): ReplayCondensation {
  const step = task.steps[at]
  const measureStanding = (standing: Standing): number =>
    task
      .buildItems(buildHistoryBefore(task, standing, at))
      .reduce(
        (sum, items) => sum + items.reduce((own, { tokens }) => own + tokens, 0),
        step?.prefix.tokens ?? 0,
      )
  return {
    request: step?.request ?? 0,
    before: measureStanding(without),
    after: measureStanding(withIt),
    costUsd,
    paysBackAfter: null,
    unjudgedCode: 'sampled',
  }
}
