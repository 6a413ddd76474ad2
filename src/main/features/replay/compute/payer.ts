import type { ReplayRequest } from '../../../../shared/replay/types.ts'
import { payMore, payRequestByKind, withMoreOfKinds } from './cost/pay-requests.ts'
import type { PrefixCache } from './cost/prefix-cache.ts'
import { buildHistoryBefore, type Standing } from './judge-condensation.ts'
import type { ReplayTask } from './replay-task.ts'

/**
 * Pays for the requests of a policy one after another. A history that only grows is not gone through again with each
 * request: what it sent before is in the cache and in the sums.
 */
export function createPayer(
  task: ReplayTask,
  cache: PrefixCache,
): { readonly pay: (at: number, standing: Standing) => ReplayRequest } {
  const { full, steps, buildItems } = task
  let all: ReturnType<ReplayTask['buildItems']> | undefined
  let before: {
    readonly standing: Standing
    readonly sentCount: number
    readonly request: ReplayRequest
  } | null = null
  const payNow = (at: number, standing: Standing): ReplayRequest => {
    const step = steps[at]
    if (step === undefined) throw new RangeError('There is no such request.')
    if (before === null || before.standing !== standing || step.fullCount < before.sentCount)
      return payRequestByKind(task, step, buildHistoryBefore(task, standing, at), cache)
    all ??= buildItems(full)
    const added = all.slice(before.sentCount, step.fullCount)
    const byKind = withMoreOfKinds(before.request.byKind, step, added)
    return { ...payMore(task, step, added, cache), byKind }
  }
  return {
    pay: (at, standing) => {
      const request = payNow(at, standing)
      before = { standing, sentCount: steps[at]?.fullCount ?? 0, request }
      return request
    },
  }
}
