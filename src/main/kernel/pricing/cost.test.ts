import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeCost, computeKnownCost, normaliseUsage } from './cost.ts'

const sonnet = { input: 3, output: 15, cacheWrites: 3.75, cacheReads: 0.3 }

describe('the cost of a request', () => {
  it.each([
    ['with cache tokens', sonnet, { input: 1000, output: 500, cacheWrites: 2000, cacheReads: 3000 }, 0.0189],
    [
      'of 20,000 in and 1,000 out with Claude Sonnet 4',
      { input: 3, output: 15 },
      { input: 20_000, output: 1000, cacheWrites: 0, cacheReads: 0 },
      0.075,
    ],
    [
      'of 20,000 in and 1,000 out with GPT-4o-mini',
      { input: 0.15, output: 0.6 },
      { input: 20_000, output: 1000, cacheWrites: 0, cacheReads: 0 },
      0.0036,
    ],
    ['of nothing', sonnet, { input: 0, output: 0, cacheWrites: 0, cacheReads: 0 }, 0],
  ])('%s', (_name, prices, usage, costUsd) => {
    const cost = computeCost(usage, prices)
    expect(cost.costUsd).toBeCloseTo(costUsd, 10)
    expect(cost.missing).toEqual([])
  })

  it('counts a missing price 0 and names it, but only where it was needed', () => {
    const usage = { input: 1000, output: 0, cacheWrites: 2000, cacheReads: 0 }
    expect(computeCost(usage, { input: 3 })).toMatchObject({ costUsd: 0.003, missing: ['cacheWrites'] })
    expect(computeKnownCost(usage, { input: 3 })).toBeNull()
    expect(computeKnownCost(usage, null)).toBeNull()
    expect(computeKnownCost({ ...usage, cacheWrites: 0 }, { input: 3 })).toBeCloseTo(0.003, 10)
  })

  it('takes the tier that the whole input has passed', () => {
    const prices = { ...sonnet, tiers: [{ aboveInputTokens: 200_000, prices: { input: 6, output: 22.5 } }] }
    const usage = { input: 150_000, output: 0, cacheWrites: 0, cacheReads: 50_000 }
    expect(computeCost(usage, prices).costUsd).toBeCloseTo(0.45 + 0.015, 10)
    expect(computeCost({ ...usage, cacheReads: 50_001 }, prices).parts).toMatchObject({ input: 0.9 })
  })
})

describe('usage', () => {
  it('of Anthropic leaves cached tokens out already; of OpenAI they are taken out', () => {
    const usage = { input: 6000, output: 1, cacheWrites: 2000, cacheReads: 3000 }
    expect(normaliseUsage(usage, 'anthropic')).toEqual(usage)
    expect(normaliseUsage(usage, 'openai')).toEqual({ ...usage, input: 1000 })
    expect(normaliseUsage({ ...usage, input: 100 }, 'openai').input).toBe(0)
  })

  it('never costs less than nothing', () => {
    const tokens = fc.nat({ max: 1_000_000 })
    const usages = fc.record({ input: tokens, output: tokens, cacheWrites: tokens, cacheReads: tokens })
    const prices = fc.record({ input: fc.double({ min: 0, max: 100, noNaN: true }) }, { requiredKeys: [] })
    fc.assert(
      fc.property(usages, prices, (usage, known) => {
        expect(computeCost(normaliseUsage(usage, 'openai'), known).costUsd).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
