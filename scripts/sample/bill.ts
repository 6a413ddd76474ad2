import { Tiktoken } from 'js-tiktoken/lite'
import o200kBase from 'js-tiktoken/ranks/o200k_base'

/** What one recorded request used; tokens, and US dollars. */
export type Usage = {
  readonly tokensIn: number
  readonly tokensOut: number
  readonly cacheWrites: number
  readonly cacheReads: number
  readonly cost: number
}

/** The model counts more finely than o200k, and every request carries a system prompt and the tools. */
const scale = 1.2
const overheadTokens = 37_000
/** US dollars for a million tokens. */
const prices = { in: 3, out: 15, cacheWrites: 3.75, cacheReads: 0.3 }

const encoder = new Tiktoken(o200kBase)

/** Tokens of a text, o200k. */
export function countTokens(text: string): number {
  return encoder.encode(text, [], []).length
}

/**
 * The bill of a request over `historyTokens`, of which the previous request had sent `cachedIn` already.
 * `jitter` in [-1, 1] moves the count by up to 30 tokens, as the agent's own lines do.
 */
export function billRequest(
  historyTokens: number,
  outputTokens: number,
  cachedIn: number,
  jitter: number,
): Usage {
  const tokensIn = Math.round(overheadTokens + scale * historyTokens + 30 * jitter)
  const tokensOut = Math.round(scale * outputTokens)
  const cacheReads = Math.min(cachedIn, tokensIn)
  const cacheWrites = tokensIn - cacheReads
  const cost =
    (cacheWrites * prices.cacheWrites + cacheReads * prices.cacheReads + tokensOut * prices.out) / 1_000_000
  return { tokensIn, tokensOut, cacheWrites, cacheReads, cost: Number(cost.toFixed(6)) }
}
