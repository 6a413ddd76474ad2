import { Tiktoken } from 'js-tiktoken/lite'
import { cutLongRuns } from './cut-long-runs.ts'
import type { Encoding, TokenCounter } from './token-counter.ts'

/** js-tiktoken, the encoder that answers for exactness: tests hold the bulk counter against it. */
export async function createReferenceCounter(encoding: Encoding = 'o200k_base'): Promise<TokenCounter> {
  const ranks =
    encoding === 'o200k_base'
      ? await import('js-tiktoken/ranks/o200k_base')
      : await import('js-tiktoken/ranks/cl100k_base')
  const tiktoken = new Tiktoken(ranks.default)
  return {
    id: encoding,
    count: (text) => cutLongRuns(text).reduce((sum, piece) => sum + tiktoken.encode(piece, [], []).length, 0),
  }
}
