import type { ResultRule } from './invariant.ts'

const rule = 'order-kept'

/** Messages of the result stand in the order of the source messages that they came from. */
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
      last = Math.max(last, sources.at(-1) ?? last)
      if (isAscending && first >= before) return []
      return [{ rule, messageIndex, detail: `comes from source message #${first}, after #${before}` }]
    })
  },
}
