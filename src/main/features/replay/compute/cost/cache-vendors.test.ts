import { describe, expect, it } from 'vitest'
import { findVendorRules, findModelVendor } from './cache-vendors.ts'

describe('the vendor of a model', () => {
  it.each([
    ['anthropic/Claude-Sonnet-4.5', 'anthropic'],
    ['us.anthropic.opus', 'anthropic'],
    ['deepseek-chat', 'deepseek'],
    ['google/gemini-2.5-pro', 'gemini'],
    ['gpt-5.6', 'openai'],
    ['openai/gpt-4o', 'openai'],
    ['chatgpt-4o-latest', 'openai'],
    ['codex-mini', 'openai'],
    ['o3', 'openai'],
    ['azure.o4-mini', 'openai'],
    ['qwen3-coder', null],
    ['kimi-o1000', null],
    ['my-gpt-like', null],
    [null, null],
  ])('is told by its name: %s', (model, vendor) => {
    expect(findModelVendor(model)).toBe(vendor)
  })
})

describe('what a vendor documents of its cache', () => {
  it.each([
    ['anthropic', 'explicit', 1, 1024, 5, 20],
    ['openai', 'implicit', 128, 1024, 5, undefined],
    ['openai-marks', 'explicit', 1, 1024, 30, null],
    ['gemini', 'implicit', 1, 1024, undefined, undefined],
    ['deepseek', 'implicit', 64, 64, 60, undefined],
    ['other', 'implicit', 1, 1024, undefined, undefined],
  ] as const)(
    '%s: %s, in steps of %i from %i tokens on, for %s minutes, looking back over %s blocks',
    (vendor, kind, stepTokens, leastTokens, minutes, lookBackBlocks) => {
      const leastLifeMs = minutes === undefined ? undefined : minutes * 60_000
      const expected = { kind, stepTokens, leastTokens, leastLifeMs, lookBackBlocks }
      expect({ leastLifeMs: undefined, lookBackBlocks: undefined, ...findVendorRules(vendor, null) }).toEqual(
        expected,
      )
    },
  )

  it.each([
    ['anthropic', 'claude-opus-5', 512],
    ['anthropic', 'claude-opus-4.5', 4096],
    ['anthropic', 'anthropic/claude-haiku-4-5', 4096],
    ['anthropic', 'claude-opus-4-7', 2048],
    ['anthropic', 'claude-3-5-haiku', 2048],
    ['anthropic', 'claude-sonnet-4-5', 1024],
    ['gemini', 'google/gemini-2.5-pro', 4096],
    ['gemini', 'gemini-2.5-flash', 1024],
    // Named like another vendor's, which says nothing of this one.
    ['openai', 'gpt-opus-5', 1024],
  ] as const)('by %s for %s: nothing under %3$i tokens is kept', (vendor, model, leastTokens) => {
    expect(findVendorRules(vendor, model).leastTokens).toBe(leastTokens)
  })
})
