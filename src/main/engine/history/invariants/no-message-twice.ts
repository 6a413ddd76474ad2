import type { ResultRule } from './invariant.ts'

const rule = 'no-message-twice'

/** No source message stands in the result twice: neither by its record nor as the same object. */
export const noMessageTwice: ResultRule = {
  rule,
  check: (messages, { provenance, source }) => {
    const known = new Set<object>(source)
    const seen = new Set<object>()
    const used = new Set<number>()
    return messages.flatMap((message, messageIndex) => {
      const repeated = (provenance.messages[messageIndex]?.sources ?? []).find((index) => used.has(index))
      for (const index of provenance.messages[messageIndex]?.sources ?? []) used.add(index)
      const isSameObject = known.has(message) && seen.has(message)
      seen.add(message)
      if (repeated === undefined && !isSameObject) return []
      return [{ rule, messageIndex, detail: `source message #${repeated ?? '?'} occurs a second time` }]
    })
  },
}
