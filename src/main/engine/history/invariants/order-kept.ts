import { isFreshStart } from '../effective-history.ts'
import type { ResultRule } from './invariant.ts'

const rule = 'order-kept'

/**
 * Messages of the result stand in the order of the source messages that they came from. A summary may span messages
 * that were kept for themselves: it stands where the first of its own stood. One that the history starts at afresh
 * stands before all of them.
 */
export const orderKept: ResultRule = {
  rule,
  check: (messages, { provenance, source }) => {
    if (provenance.messages.length !== messages.length) {
      const detail = `${messages.length} messages but ${provenance.messages.length} entries of provenance`
      return [{ rule, messageIndex: -1, detail }]
    }
    let last = -1
    return provenance.messages.flatMap(({ sources }, messageIndex) => {
      const first = sources[0] ?? last
      const isAscending = sources.every(
        (index, at) => index < source.length && (at === 0 || index > (sources[at - 1] ?? 0)),
      )
      const before = last
      const message = messages[messageIndex]
      last = message !== undefined && isFreshStart(message) ? last : Math.max(last, first)
      if (isAscending && first >= before) return []
      return [{ rule, messageIndex, detail: `comes from source message #${first}, after #${before}` }]
    })
  },
}
