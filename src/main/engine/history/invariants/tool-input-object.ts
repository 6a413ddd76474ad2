import { asToolUse, blocksOf } from '../blocks.ts'
import type { HistoryRule } from './invariant.ts'

const rule = 'tool-input-object'

/** The input of every tool call is an object. */
export const toolInputObject: HistoryRule = {
  rule,
  check: (messages) =>
    messages.flatMap((message, messageIndex) =>
      blocksOf(message).flatMap((block) => {
        const call = asToolUse(block)
        if (
          call === undefined ||
          (typeof call.input === 'object' && call.input !== null && !Array.isArray(call.input))
        ) {
          return []
        }
        return [{ rule, messageIndex, detail: `the input of tool_use ${call.id} is no object` }]
      }),
    ),
}
