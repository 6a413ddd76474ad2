import { expect, it } from 'vitest'
import { assumeModelLimits } from './profile-options.ts'

it.each([
  ['claude-sonnet-4-20250514', 200_000, 8192],
  ['anthropic/claude-opus-4.1', 200_000, 8192],
  ['gpt-4o-mini', 128_000, 16_384],
  ['GPT-4.1', 1_047_576, 32_768],
  ['gpt-5-mini', 400_000, 128_000],
  ['o3-mini', 200_000, 100_000],
  ['openai/o1', 200_000, 100_000],
  ['google/gemini-2.5-pro', 1_048_576, 65_536],
  ['qwen3:8b', 32_768, 4096],
  ['phi-o3', 32_768, 4096],
])(
  '%s is taken to have a window of %d and answers of up to %d tokens',
  (model, windowTokens, maxOutputTokens) => {
    expect(assumeModelLimits(model)).toMatchObject({ windowTokens, maxOutputTokens })
  },
)
