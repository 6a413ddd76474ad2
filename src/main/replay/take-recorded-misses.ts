import { noLimit, type CacheLimit } from './prefix-cache.ts'
import { payRecorded } from './pay-requests.ts'
import type { ReplayTask } from './replay-task.ts'

/** A request that read less than this share of what was kept met a cache that had lost it, not one that lags. */
const lagShare = 0.5

/**
 * Takes over what the record says of the cache and no model can know: that a request found less than was kept (the
 * vendor had dropped it, or sent the request elsewhere), or more than the task had written (others share its system
 * prompt, or a request that is not played had been kept all the same); and that some of what was new was not written
 * (agents leave their last message out, and gateways send a request where nothing is kept). It would have been so under
 * any policy, as far as that sends the same.
 */
export function takeRecordedMisses(task: ReplayTask): ReplayTask {
  const modelled = payRecorded(task)
  const steps = task.steps.map((step, index) => {
    if (step.usage === null) return step
    const { cacheReads, input: unwrittenTokens } = step.usage
    const found = modelled[index]?.tokens.cacheRead ?? 0
    const cache = { ...noLimit, ...limitOf(found, cacheReads), unwrittenTokens }
    return { ...step, cache, cacheSurpriseTokens: Math.abs(found - cacheReads) }
  })
  return { ...task, steps }
}

function limitOf(found: number, cacheReads: number): Partial<CacheLimit> {
  if (cacheReads > found) return { warmTokens: cacheReads }
  if (cacheReads < lagShare * found) return { atMostTokens: cacheReads }
  return found === 0 ? {} : { shortTokens: found - cacheReads, shortShare: (found - cacheReads) / found }
}
