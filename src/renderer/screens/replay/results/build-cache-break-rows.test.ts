import { expect, it } from 'vitest'
import type { CacheAudit } from '../../../../shared/replay/cache-audit-types.ts'
import { pickCacheBreakMeasure, buildCacheBreakRows } from './build-cache-break-rows.ts'

const audit = (byCause: CacheAudit['byCause']): CacheAudit => ({
  breaks: [],
  byCause,
  tokens: 0,
  costUsd: null,
  paid: {
    total: 0,
    newContent: 0,
    firstRequest: 0,
    rewritten: 0,
    unexplained: 0,
    written5m: 0,
    written1h: 0,
    written5mUsd: null,
    written1hUsd: null,
  },
  requests: 0,
  readTokens: 0,
  explained: 1,
})
const policies = [
  { id: 'none', cache: audit({}) },
  {
    id: 'rolling',
    cache: audit({
      pause: { n: 1, tokens: 900, costUsd: 0.1 },
      clearing: { n: 30, tokens: 90_000, costUsd: 2 },
    }),
  },
  { id: 'of an earlier version' },
]

it('lists what each policy lost to each cause, in the order of the causes', () => {
  expect(
    buildCacheBreakRows(policies).map(({ policyId, cause, breaks }) => `${policyId} ${cause} ${breaks}`),
  ).toEqual(['rolling clearing 30', 'rolling pause 1'])
})

it('draws dollars, and tokens where a price is not known', () => {
  const rows = buildCacheBreakRows(policies)
  expect(pickCacheBreakMeasure(rows)).toBe('costUsd')
  expect(pickCacheBreakMeasure(rows.map((row) => ({ ...row, costUsd: null })))).toBe('tokens')
})
