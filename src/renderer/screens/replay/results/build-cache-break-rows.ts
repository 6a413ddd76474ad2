import { cacheCauses, type CacheCause } from '../../../../shared/replay/cache-audit-types.ts'
import type { ReplayedPolicy } from '../../../../shared/replay/contract.ts'

/** What a policy lost to one cause. US dollars; tokens paid again. */
export type CacheBreakRow = {
  readonly policyId: string
  readonly cause: CacheCause
  readonly breaks: number
  readonly tokens: number
  readonly costUsd: number | null
}

/** What each policy lost to each cause, policies in their order and causes in that of the list. */
export function buildCacheBreakRows(
  policies: readonly Pick<ReplayedPolicy, 'id' | 'cache'>[],
): readonly CacheBreakRow[] {
  return policies.flatMap(({ id, cache }) =>
    cacheCauses.flatMap((cause): CacheBreakRow[] => {
      const sum = cache?.byCause[cause]
      if (sum === undefined) return []
      return [{ policyId: id, cause, breaks: sum.n, tokens: sum.tokens, costUsd: sum.costUsd }]
    }),
  )
}

/** What bars are drawn of: dollars, or tokens where some of them have no price. */
export function pickCacheBreakMeasure(rows: readonly CacheBreakRow[]): 'costUsd' | 'tokens' {
  return rows.every(({ costUsd }) => costUsd !== null) ? 'costUsd' : 'tokens'
}
