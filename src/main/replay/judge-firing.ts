import type { Message } from '../../shared/domain/message.ts'
import type { ReplayFiring } from '../../shared/domain/replay.ts'
import { payBackAfter } from './pay-back.ts'
import { payRequest } from './pay-requests.ts'
import type { PrefixCache } from './prefix-cache.ts'
import type { ReplayTask } from './replay-task.ts'

/** A history that stands from a step on, with what is added after it. */
export type Standing = { readonly since: number; readonly messages: readonly Message[] }

/** The history before a request: what stands, and what was added since. */
export function historyAt(
  { full, steps }: ReplayTask,
  { since, messages }: Standing,
  at: number,
): readonly Message[] {
  return [...messages, ...full.slice(steps[since]?.fullCount ?? 0, steps[at]?.fullCount ?? 0)]
}

/** Goes on without the firing and with it, no other after it in either, for as long as it takes to pay back. */
export function judgeFiring(
  task: ReplayTask,
  at: number,
  [without, withIt]: readonly [without: Standing, withIt: Standing],
  costUsd: number | null,
  cache: PrefixCache,
): ReplayFiring {
  const [cacheWithout, cacheWith] = [cache.fork(), cache.fork()]
  let before: number | null = null
  let after: number | null = null
  function* pairs() {
    for (const [index, step] of task.steps.entries()) {
      if (index < at) continue
      const one = payRequest(task, step, historyAt(task, without, index), cacheWithout)
      const other = payRequest(task, step, historyAt(task, withIt, index), cacheWith)
      before ??= one.contextTokens
      after ??= other.contextTokens
      yield { withoutUsd: one.costUsd, withUsd: other.costUsd }
    }
  }
  const paysBackAfter = payBackAfter(pairs(), costUsd)
  return {
    request: task.steps[at]?.request ?? 0,
    before: before ?? 0,
    after: after ?? 0,
    costUsd,
    paysBackAfter,
  }
}
