import { describe, expect, it } from 'vitest'
import { recordedSplits } from './recorded-split.ts'

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
    expect(recordedSplits([classic, current, { tokensIn: 0 }, {}])).toEqual([split, split, null, null])
  })

  it('holds no more cached tokens than input where most requests say that it is part of it', () => {
    const usual = { tokensIn: 5000, tokensOut: 3, cacheWrites: 500, cacheReads: 4000 }
    const [, , , wrong, none] = recordedSplits([
      usual,
      usual,
      usual,
      { ...usual, cacheWrites: 5000 },
      { ...usual, tokensIn: 0 },
    ])
    expect(wrong).toEqual({ input: 0, output: 3, cacheWrites: 1000, cacheReads: 4000 })
    expect(none).toEqual({ input: 0, output: 3, cacheWrites: 500, cacheReads: 4000 })
  })
})
