import { describe, expect, it } from 'vitest'
import { describeDerivedPrices } from '../../../shared/models/prices-words.ts'
import type { ModelPrices } from '../../../shared/models/pricing-types.ts'
import { completePrices, type PriceEvidence } from './complete-prices.ts'

const nothing: PriceEvidence = { used: [], list: null, isAnthropic: false, hasCache: true }
const anthropic: PriceEvidence = { ...nothing, isAnthropic: true }
const gpt = { modelId: 'gpt', prices: { input: 2, output: 8, cacheReads: 0.5 } }
const sonnet = { modelId: 'sonnet', prices: { input: 3, output: 15, cacheWrites: 3.75, cacheReads: 0.3 } }

describe('prices that no request tells', () => {
  it.each<[string, ModelPrices, PriceEvidence, Readonly<Record<string, number>>]>([
    [
      'are in the proportions of Anthropic where it writes at a price',
      { output: 9, cacheWrites: 2.5, cacheReads: 0.2 },
      anthropic,
      { input: 2 },
    ],
    [
      'do not hang on writes to a cache of an hour',
      { output: 15, cacheWrites: 6, cacheReads: 0.3 },
      anthropic,
      { input: 3, cacheWrites: 6 },
    ],
    [
      'do not hang on writes to a cache of an hour, nor on output',
      { cacheWrites: 6, cacheReads: 0.3 },
      anthropic,
      { input: 3 },
    ],
    [
      'are in the proportions of the list of the model first',
      { input: 1, output: 4 },
      { ...anthropic, list: gpt },
      { cacheReads: 0.25 },
    ],
    [
      'come from the list although its prices are not what was paid',
      { output: 15.4, cacheWrites: 6, cacheReads: 0.303 },
      { ...anthropic, list: sonnet },
      { input: 3.08 },
    ],
    [
      'take reading for new input where no discount is known',
      { input: 2, output: 7 },
      nothing,
      { cacheReads: 2 },
    ],
    [
      'are 0 where nothing costs anything',
      { output: 0, cacheReads: 0 },
      anthropic,
      { input: 0, cacheWrites: 0 },
    ],
    [
      'are 0 where what was used cost nothing',
      { input: 2, output: 8 },
      { ...nothing, used: ['input', 'cacheReads'] },
      { cacheReads: 0 },
    ],
  ])('%s', (_name, found, evidence, expected) => {
    const { prices } = completePrices(found, evidence)
    expect(prices).toMatchObject(found)
    for (const [kind, price] of Object.entries(expected))
      expect(prices).toHaveProperty(kind, expect.closeTo(price, 9))
  })

  it('are unknown, not 0, where no proportion is known', () => {
    const { prices, derived } = completePrices({ output: 8, cacheReads: 0.5 }, nothing)
    expect(prices.input).toBeUndefined()
    expect(describeDerivedPrices(derived)).toBe('No request shows what new input costs: it is unknown.')
  })

  it('are named with what they were derived from', () => {
    const { derived } = completePrices({ output: 9, cacheWrites: 2.5, cacheReads: 0.2 }, anthropic)
    expect(describeDerivedPrices(derived)).toBe(
      "No request shows what new input costs: $2.00 per million tokens is derived from the others, in the proportions of Anthropic's prices.",
    )
    expect(completePrices(sonnet.prices, anthropic)).toEqual({ prices: sonnet.prices, derived: [] })
  })

  it('of writing to the cache are not looked for where the list has none', () => {
    const { prices } = completePrices({ input: 1, output: 4 }, { ...anthropic, list: gpt })
    expect(prices.cacheWrites).toBeUndefined()
  })

  it('of a cache are not looked for where nothing was cached', () => {
    const { prices, derived } = completePrices({ input: 2, output: 7 }, { ...anthropic, hasCache: false })
    expect([prices, derived]).toEqual([{ input: 2, output: 7 }, []])
  })

  it('are derived for long contexts as well', () => {
    const found = {
      output: 15,
      cacheWrites: 3.75,
      cacheReads: 0.3,
      tiers: [{ aboveInputTokens: 200_000, prices: { output: 22.5, cacheWrites: 7.5, cacheReads: 0.6 } }],
    }
    const { prices } = completePrices(found, anthropic)
    expect(prices.input).toBeCloseTo(3)
    expect(prices.tiers?.[0]?.prices.input).toBeCloseTo(6)
  })
})
