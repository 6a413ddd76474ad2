import { describe, expect, it } from 'vitest'
import { findPrices } from './find-prices.ts'

describe('known prices', () => {
  it.each([
    ['claude-sonnet-4-20250514', 'anthropic', { input: 3, output: 15, cacheWrites: 3.75, cacheReads: 0.3 }],
    ['anthropic/claude-sonnet-4', 'anthropic', { input: 3, output: 15 }],
    ['anthropic/claude-sonnet-4.5', 'anthropic', { input: 3, output: 15 }],
    ['anthropic.claude-3-5-sonnet-20241022-v2:0', 'anthropic', { input: 3, output: 15 }],
    ['bedrock/us.anthropic.claude-sonnet-4-20250514-v1:0', 'anthropic', { input: 3, output: 15 }],
    ['anthropic.claude-sonnet-4', 'anthropic', { input: 3, output: 15 }],
    ['amazon.nova-pro-v1:0', 'openai', { input: 0.8, output: 3.2 }],
    ['gpt-4o-mini', 'openai', { input: 0.15, output: 0.6 }],
  ])('of %s', (model, protocol, prices) => {
    expect(findPrices(model)).toMatchObject({ protocol, prices })
  })

  it('hold the tiers of long contexts', () => {
    expect(findPrices('gemini-2.5-pro')?.prices).toMatchObject({
      input: 1.25,
      output: 10,
      tiers: [{ aboveInputTokens: 200_000, prices: { input: 2.5, output: 15 } }],
    })
  })

  it.each([
    ['claude-sonnet-5-5', '-5'],
    ['eu.anthropic.claude-sonnet-5-5-v1:0', '-5-v1:0'],
    ['kimi-k2.5-turbo', '-turbo'],
    ['gemini-3.6-flash-lite', '-lite'],
    ['deepseek-r1-distill-llama-70b', '-distill-llama-70b'],
  ])('are not those of a model whose name %s only begins with', (model, unknownSuffix) => {
    expect(findPrices(model)).toMatchObject({ unknownSuffix, prices: {} })
  })

  it.each([
    'claude-haiku-4-5-20251001',
    'claude-opus-4-8@default',
    'apac.anthropic.claude-haiku-4-5-20251001-v1:0',
    'gemini-2.0-flash-001',
    'gemini-2.5-pro-preview-06-05',
    'gemini-3.1-pro-preview-customtools',
    'gpt-5.1-codex-max',
    'gpt-4o-realtime-preview-2024-12-17',
  ])('are those of %s, dates and the like aside', (model) => {
    expect(findPrices(model)).toMatchObject({ unknownSuffix: null, prices: { input: expect.any(Number) } })
  })

  it('are none for a model that nobody knows', () => {
    expect(findPrices('nonsense-9000')).toBeNull()
    expect(findPrices('anthropic.nonsense-9000')).toBeNull()
  })
})
