import { describe, expect, it } from 'vitest'
import { findImpossibleInputs, readRecordedSplits } from './usage-splits.ts'

describe('what requests recorded', () => {
  it('has its cached tokens apart, whichever way the agent wrote them down', () => {
    const classic = {
      apiProtocol: 'anthropic',
      tokensIn: 20,
      tokensOut: 3,
      cacheWrites: 500,
      cacheReads: 4000,
    }
    const current = {
      apiProtocol: 'openai',
      tokensIn: 4520,
      tokensOut: 3,
      cacheWrites: 500,
      cacheReads: 4000,
    }
    const split = { input: 20, output: 3, cacheWrites: 500, cacheReads: 4000 }
    expect(readRecordedSplits([classic, current, { tokensIn: 0 }, {}])).toEqual([split, split, null, null])
  })

  it('holds no more cached tokens than input where most requests say that it is part of it', () => {
    const usual = { tokensIn: 5000, tokensOut: 3, cacheWrites: 500, cacheReads: 4000 }
    const [, , , wrong, none] = readRecordedSplits([
      usual,
      usual,
      usual,
      { ...usual, cacheWrites: 5000 },
      { ...usual, tokensIn: 0 },
    ])
    expect(wrong).toEqual({ input: 0, output: 3, cacheWrites: 1000, cacheReads: 4000 })
    expect(none).toEqual({ input: 0, output: 3, cacheWrites: 500, cacheReads: 4000 })
  })

  it.each([
    ['far more than around it is not believed', [40_000, 9_000_000, 45_000], [1]],
    ['as much as around it is', [4_000_000, 9_000_000, 9_100_000], []],
    ['far more that a model takes is', [40_000, 900_000, 45_000], []],
    ['that nothing can be held against is', [9_000_000], []],
  ])('and input: %s', (_name, sizes, expected) => {
    const requests = sizes.map((tokensIn) => ({ tokensIn, tokensOut: 5 }))
    expect(findImpossibleInputs(requests)).toEqual(expected)
    const missing = readRecordedSplits(requests).flatMap((split, index) => (split === null ? [index] : []))
    expect(missing).toEqual(expected)
  })
})
