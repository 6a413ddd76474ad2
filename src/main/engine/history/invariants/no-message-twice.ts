import type { ResultRule } from './invariant.ts'

const rule = 'no-message-twice'

/** No source message stands in the result twice: neither by its record nor as the same object. */
export const noMessageTwice: ResultRule = {
  rule,
  check: (messages, { provenance, source }) => {
    const left = new Map<object, number>()
    for (const message of source) left.set(message, (left.get(message) ?? 0) + 1)
    const used = new Set<number>()
    return messages.flatMap((message, messageIndex) => {
      const sources = provenance.messages[messageIndex]?.sources ?? []
      const repeated = sources.find((index) => used.has(index))
      for (const index of sources) used.add(index)
      const copies = left.get(message)
      if (copies !== undefined) left.set(message, copies - 1)
      if (repeated === undefined && copies !== 0) return []
      return [{ rule, messageIndex, detail: `source message #${repeated ?? '?'} occurs a second time` }]
    })
  },
}
