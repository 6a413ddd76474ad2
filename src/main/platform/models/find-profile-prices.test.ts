import { describe, expect, it } from 'vitest'
import { findProfilePrices } from './find-profile-prices.ts'
import { makeProfile } from './testing/bench.ts'

describe('the prices of a profile', () => {
  it('are its own over those of the library', async () => {
    const { prices, knownAs } = await findProfilePrices(
      makeProfile({ model: 'claude-sonnet-4-20250514', prices: { output: 1 } }),
    )
    expect(prices).toMatchObject({ input: 3, output: 1, cacheReads: 0.3 })
    expect(knownAs).toMatch(/claude/)
  })

  it('hold at every size of the input, where the library has tiers', async () => {
    const { prices } = await findProfilePrices(makeProfile({ model: 'gemini-2.5-pro', prices: { input: 0 } }))
    expect(prices.tiers).toMatchObject([{ prices: { output: 15 } }])
    expect(prices.tiers?.[0]?.prices).not.toHaveProperty('input')
  })

  it('are its own alone where nobody knows the model', async () => {
    expect(await findProfilePrices(makeProfile({ model: 'nonsense-9000' }))).toEqual({
      prices: { input: 1, output: 10 },
      knownAs: null,
    })
  })
})
