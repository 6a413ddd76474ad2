import type { Spent } from '../provider.ts'

/** What two groups of model calls took in sum. */
export function addSpent(a: Spent, b: Spent): Spent {
  return {
    costUsd: a.costUsd + b.costUsd,
    modelCalls: a.modelCalls + b.modelCalls,
    cacheHits: a.cacheHits + b.cacheHits,
  }
}
