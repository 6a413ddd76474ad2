import { cutLongRuns } from './cut-long-runs.ts'
import type { Encoding, TokenCounter } from './token-counter.ts'

/** Text that looks like a special token is text: histories quote `<|endoftext|>`, and nothing here obeys it. */
const asPlainText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }

/** The counter for everyday use: gpt-tokenizer, 5 to 10 times as fast as js-tiktoken with identical counts. */
export async function createBulkCounter(encoding: Encoding = 'o200k_base'): Promise<TokenCounter> {
  const { countTokens } =
    encoding === 'o200k_base'
      ? await import('gpt-tokenizer/encoding/o200k_base')
      : await import('gpt-tokenizer/encoding/cl100k_base')
  return {
    id: encoding,
    count: (text) => {
      let tokens = 0
      for (const piece of cutLongRuns(text)) tokens += countTokens(piece, asPlainText)
      return tokens
    },
  }
}
