import type { TokenCounter } from './token-counter.ts'

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
