import { asToolResult, asToolUse, blocksOf } from '../blocks.ts'
import type { HistoryRule } from './invariant.ts'

const rule = 'unique-tool-ids'

/** No two calls share an id, and no call is answered twice. */
export const uniqueToolIds: HistoryRule = {
  rule,
  check: (messages) => {
    const calls = new Set<string>()
    const results = new Set<string>()
    return messages.flatMap((message, messageIndex) =>
      blocksOf(message).flatMap((block) => {
        const call = asToolUse(block)?.id
        const result = asToolResult(block)?.tool_use_id
        const id = call ?? result
        const seen = call === undefined ? results : calls
        if (id === undefined) return []
        if (seen.has(id)) return [{ rule, messageIndex, detail: `${block.type} ${id} occurs more than once` }]
        seen.add(id)
        return []
      }),
    )
  },
}
