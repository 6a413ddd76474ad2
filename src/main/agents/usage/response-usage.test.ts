import { describe, expect, it } from 'vitest'
import { readChatUsage, readGeminiUsage, readResponsesUsage, readSdkUsage } from './response-usage.ts'

describe('usage of a response', () => {
  it.each([
    [
      'cached tokens of a chat out of its input',
      readChatUsage({
        prompt_tokens: 100,
        completion_tokens: 9,
        total_tokens: 109,
        prompt_tokens_details: { cached_tokens: 60 },
        completion_tokens_details: { reasoning_tokens: 4 },
        cost: 0.5,
      }),
      { tokensIn: 40, cacheReads: 60, tokensOut: 9, reasoningTokens: 4, costUsd: 0.5 },
    ],
    [
      'no input where only output is recorded',
      readChatUsage({ completion_tokens: 9 }),
      { tokensOut: 9, isCacheApart: true },
    ],
    [
      'cached tokens that are said to be none',
      readChatUsage({
        prompt_tokens: 100,
        completion_tokens: 9,
        prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      }),
      { tokensIn: 100, cacheReads: 0, cacheWrites: 0, tokensOut: 9 },
    ],
    [
      'no cached tokens where nobody says how many',
      readSdkUsage({ inputTokens: { total: 20 }, outputTokens: { total: 4 } }),
      { tokensIn: 20, tokensOut: 4 },
    ],
    [
      'what DeepSeek calls cache hits',
      readChatUsage({
        prompt_tokens: 7911,
        completion_tokens: 59,
        prompt_tokens_details: null,
        completion_tokens_details: null,
        prompt_cache_hit_tokens: 7872,
      }),
      { tokensIn: 39, cacheReads: 7872, tokensOut: 59 },
    ],
    [
      'reasoning that a vendor counts beside the output',
      readChatUsage({
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 35,
        completion_tokens_details: { reasoning_tokens: 20 },
      }),
      { tokensIn: 10, tokensOut: 25, reasoningTokens: 20 },
    ],
    [
      'Responses, whose output has its reasoning in it',
      readResponsesUsage({
        input_tokens: 50,
        input_tokens_details: { cached_tokens: 20 },
        output_tokens: 8,
        output_tokens_details: { reasoning_tokens: 3 },
      }),
      { tokensIn: 30, cacheReads: 20, tokensOut: 8, reasoningTokens: 3 },
    ],
    [
      'thoughts of Gemini added to its output',
      readGeminiUsage({
        promptTokenCount: 70,
        cachedContentTokenCount: 30,
        candidatesTokenCount: 5,
        thoughtsTokenCount: 6,
      }),
      { tokensIn: 40, cacheReads: 30, tokensOut: 11, reasoningTokens: 6 },
    ],
    [
      'the flat form of the AI SDK',
      readSdkUsage({ inputTokens: 20, outputTokens: 4, cachedInputTokens: 15, reasoningTokens: 1 }),
      { tokensIn: 5, cacheReads: 15, tokensOut: 4, reasoningTokens: 1 },
    ],
    [
      'the flat form with cached tokens beside the input',
      readSdkUsage({ inputTokens: 2, outputTokens: 4, cachedInputTokens: 15 }),
      { tokensIn: 2, cacheReads: 15, tokensOut: 4 },
    ],
    [
      'the nested form of the AI SDK',
      readSdkUsage({
        inputTokens: { total: 20, noCache: 3, cacheRead: 15, cacheWrite: 2 },
        outputTokens: { total: 4, text: 4 },
      }),
      { tokensIn: 3, cacheReads: 15, cacheWrites: 2, tokensOut: 4 },
    ],
  ])('gives %s', (_, usage, wanted) => {
    expect(usage).toStrictEqual({ ...wanted, isCacheApart: true })
  })

  it('is nothing where no figure is one', () => {
    for (const read of [readChatUsage, readResponsesUsage, readGeminiUsage, readSdkUsage])
      for (const value of [null, 'x', {}, { prompt_tokens: 'many', input_tokens: -4 }])
        expect(read(value)).toEqual({})
  })
})
