import { describe, expect, it } from 'vitest'
import { toRequestUsage, readTokenUsage, computeUsageSince } from './usage.ts'

describe('what Codex recorded of a request', () => {
  const read = (value: unknown) => readTokenUsage(value) ?? expect.fail('It has no figures.')
  const plain = read({ input_tokens: 10, output_tokens: 1 })

  it('has no cached tokens where a version wrote none, and 0 where it wrote 0', () => {
    expect(toRequestUsage(plain)).toStrictEqual({ tokensIn: 10, tokensOut: 1, isCacheApart: true })
    const cached = read({ input_tokens: 10, output_tokens: 1, cached_input_tokens: 0 })
    expect(toRequestUsage(cached)).toMatchObject({ tokensIn: 10, cacheReads: 0 })
  })

  it('is what totals have grown by, also where they begin to have cached tokens', () => {
    const later = read({ input_tokens: 30, output_tokens: 3, cached_input_tokens: 8 })
    expect(toRequestUsage(computeUsageSince(later, plain))).toStrictEqual({
      tokensIn: 12,
      tokensOut: 2,
      cacheReads: 8,
      isCacheApart: true,
    })
  })
})
