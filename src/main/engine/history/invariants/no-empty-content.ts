import { asText, blocksOf } from '../blocks.ts'
import type { HistoryRule } from './invariant.ts'

const rule = 'no-empty-content'

/** No message without content, and no text without a character that is no white space: model APIs refuse both. */
export const noEmptyContent: HistoryRule = {
  rule,
  check: (messages) =>
    messages.flatMap((message, messageIndex) => {
      if (
        message.content.length === 0 ||
        (typeof message.content === 'string' && message.content.trim() === '')
      )
        return [{ rule, messageIndex, detail: 'the message has no content' }]
      return blocksOf(message).flatMap((block, blockIndex) =>
        asText(block)?.text.trim() === ''
          ? [{ rule, messageIndex, detail: `text block ${blockIndex} is empty or white space` }]
          : [],
      )
    }),
}
