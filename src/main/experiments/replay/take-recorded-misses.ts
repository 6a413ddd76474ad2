import { noLimit } from './prefix-cache.ts'
import { payRecorded } from './pay-requests.ts'
import type { ReplayTask } from './replay-task.ts'

/** A request that read less than this share of what was kept met a cache that had lost it, not one that lags. */
const lagShare = 0.5

/**
 * Takes over what the record says of the cache and no model can know: that a request found less than was kept (the
 * vendor had dropped it, or sent the request elsewhere), or more than its task had written (others share its system
 * prompt). It would have been so under any policy.
 */
export function takeRecordedMisses(task: ReplayTask): ReplayTask {
  const modelled = payRecorded(task)
  const steps = task.steps.map((step, index) => {
    if (step.usage === null) return step
    const { cacheReads } = step.usage
    const found = modelled[index]?.tokens.cacheRead ?? 0
    if (found === 0 && cacheReads > 0) return { ...step, cache: { ...noLimit, warmTokens: cacheReads } }
    const isMiss = cacheReads < lagShare * found
    const limit = isMiss ? { atMostTokens: cacheReads } : { shortTokens: Math.max(0, found - cacheReads) }
    return { ...step, cache: { ...noLimit, ...limit } }
  })
  return { ...task, steps }
}
