import type { Part } from '../../../shared/kernel/part.ts'

/** Counts the tokens of a text. Pure: the same text always gives the same number. */
export type TokenCounter = {
  /** Encoding that it counts with; part of every stored figure. */
  readonly id: string
  readonly count: (text: string) => number
}

/** Encodings that both counters know: OpenAI's of 2024 and of 2022. */
export const encodings = ['o200k_base', 'cl100k_base'] as const
export type Encoding = (typeof encodings)[number]

/** Characters that one generation of the cache may hold; two generations live at a time. */
const defaultCapacity = 64_000_000

/**
 * A counter that remembers what it counted, by content: an edited history pays only for its changed parts.
 * Texts that were not asked for during a whole generation are forgotten.
 */
export function createCachingCounter(counter: TokenCounter, capacityChars = defaultCapacity): TokenCounter {
  let young = new Map<string, number>()
  let old = new Map<string, number>()
  let youngChars = 0
  return {
    id: counter.id,
    count: (text) => {
      const hit = young.get(text)
      if (hit !== undefined) return hit
      const tokens = old.get(text) ?? counter.count(text)
      if (youngChars > capacityChars) {
        old = young
        young = new Map()
        youngChars = 0
      }
      young.set(text, tokens)
      youngChars += text.length
      return tokens
    },
  }
}

/** Tokens of one part. A history's total is the sum over its parts, so figures by kind always add up. */
export function countPartTokens(part: Part, counter: TokenCounter): number {
  return part.tokens ?? counter.count(part.text)
}
