import { describe, expect, it } from 'vitest'
import { describeDerivedPrices } from '../../../shared/models/prices-words.ts'
import type { PriceEvidence } from '../../kernel/pricing/complete-prices.ts'
import { priceKinds } from '../../kernel/pricing/cost.ts'
import { fitPrices } from './fit-prices.ts'
import type { PricedRequest } from './price-explanation.ts'
import { settlePrices } from './settle-prices.ts'

const paid = { input: 2, output: 9, cacheWrites: 2.5, cacheReads: 0.2 }
const evidence: PriceEvidence = { used: priceKinds, list: null, isAnthropic: true, hasCache: true }

/** As Anthropic records them: so much new input beside the cache. */
function requestsWith(input: number, change: (costUsd: number, at: number) => number): PricedRequest[] {
  return Array.from({ length: 30 }, (_, at) => {
    const usage = {
      input: input + (at % 3),
      output: 100 + 53 * (at % 5),
      cacheWrites: 900 + 311 * (at % 7),
      cacheReads: 12_000 + 1800 * at,
    }
    const millionths = priceKinds.reduce((sum, kind) => sum + usage[kind] * paid[kind], 0)
    return { usage, costUsd: change(millionths / 1e6, at) }
  })
}

const noises: readonly [string, (costUsd: number, at: number) => number][] = [
  ['rounded to a tenth of a cent', (costUsd) => Math.round(costUsd * 1000) / 1000],
  ['off by up to two percent', (costUsd, at) => costUsd * (1 + 0.02 * Math.sin(5 * at))],
]

describe('the price of a handful of tokens', () => {
  it.each(noises)('is derived where the costs are %s', (_name, noise) => {
    const rows = requestsWith(3, noise)
    const fitted = fitPrices(rows) ?? {}
    expect(Math.abs((fitted.input ?? 0) - paid.input)).toBeGreaterThan(1)
    const { prices, derived } = settlePrices(fitted, rows, evidence)
    expect(prices.input).toBeGreaterThan(1.8)
    expect(prices.input).toBeLessThan(2.2)
    expect(describeDerivedPrices(derived)).toMatch(
      /^No request shows what new input costs: \$[\d.]+ per million tokens is derived/,
    )
  })

  it.each(noises)('follows from the costs where there are more, although these are %s', (_name, noise) => {
    const rows = requestsWith(4000, noise)
    const fitted = fitPrices(rows) ?? {}
    expect(settlePrices(fitted, rows, evidence)).toEqual({ prices: fitted, derived: [] })
  })

  it('follows from costs that are exact, however odd', () => {
    const odd = requestsWith(3, (costUsd, at) => costUsd + ((3 + (at % 3)) * 40) / 1e6)
    const { prices } = settlePrices(fitPrices(odd) ?? {}, odd, evidence)
    expect(prices.input).toBeCloseTo(42, 3)
  })

  it('stays as it was fitted where no proportion is known', () => {
    const rows = requestsWith(3, noises[0]?.[1] ?? ((costUsd) => costUsd))
    const fitted = fitPrices(rows) ?? {}
    const { prices } = settlePrices(fitted, rows, { ...evidence, isAnthropic: false })
    expect(prices.input).toBe(fitted.input)
  })
})
