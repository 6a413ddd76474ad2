import { describe, expect, it } from 'vitest'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import { withDerivedCosts } from './derive-costs.ts'

const day = Date.parse('2026-02-15T12:00:00Z')
/** 5 dollars a million tokens of input, 25 of output, 0.50 read, 6.25 written for five minutes and 10 for an hour. */
const opus = { modelId: 'claude-opus-4-5-20251101', ts: day, isCacheApart: true } as const
const derived = (request: RequestUsage): number | undefined =>
  withDerivedCosts({ requests: [request], condensations: [] }, new Date(day)).requests[0]?.derivedUsd

describe('costs that no agent recorded', () => {
  it('are those of each kind of token at list prices', () => {
    const usage = { tokensIn: 100, tokensOut: 10, cacheReads: 800, cacheWrites: 100 }
    expect(derived({ ...opus, ...usage })).toBeCloseTo((500 + 250 + 400 + 625) / 1e6, 12)
    expect(derived({ ...opus, ...usage, cacheWrites1h: 60 })).toBeCloseTo(
      (500 + 250 + 400 + 40 * 6.25 + 60 * 10) / 1e6,
      12,
    )
  })

  it('follow the day on which prices changed', () => {
    const usage = { modelId: 'o3', tokensIn: 1_000_000, tokensOut: 0 }
    const before = derived({ ...usage, ts: Date.parse('2025-05-01T12:00:00Z') })
    expect(before).toBeGreaterThan(0)
    expect(derived({ ...usage, ts: Date.parse('2026-02-01T12:00:00Z') })).not.toBe(before)
  })

  it.each<[string, RequestUsage]>([
    ['an unknown model', { ...opus, modelId: 'of-nobody', tokensIn: 10 }],
    ['no model', { tokensIn: 10, tokensOut: 10 }],
    ['no tokens', opus],
    ['output alone, whose input is not recorded', { ...opus, tokensOut: 500 }],
    ['a recorded cost', { ...opus, tokensIn: 10, costUsd: 0 }],
    [
      'input of which nobody says whether it has the cached tokens',
      {
        modelId: opus.modelId,
        tokensIn: 900,
        cacheReads: 800,
      },
    ],
  ])('are none for %s', (_name, request) => {
    expect(derived(request)).toBeUndefined()
  })

  it('take no more for an hour than was written', () => {
    const usage = { tokensIn: 100, cacheWrites: 10 }
    expect(derived({ ...opus, ...usage, cacheWrites1h: 1241 })).toBe(
      derived({ ...opus, ...usage, cacheWrites1h: 10 }),
    )
  })

  it('take today for a day that is none', () => {
    expect(derived({ ...opus, tokensIn: 100, ts: 1e300 })).toBe(derived({ ...opus, tokensIn: 100 }))
  })

  it('are those of the model that wrote a summary', () => {
    const usage = { ...opus, tokensIn: 1000, tokensOut: 100 }
    const { condensations } = withDerivedCosts(
      { requests: [], condensations: [{ usage }, {}] },
      new Date(day),
    )
    expect(condensations.map(({ derivedUsd }) => derivedUsd)).toEqual([0.0075, undefined])
  })
})
