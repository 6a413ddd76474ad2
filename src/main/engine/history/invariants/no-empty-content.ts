import { asText, blocksOf } from '../blocks.ts'
import type { HistoryRule } from './invariant.ts'

const rule = 'no-empty-content'

/** No message without content, and no text block without text: model APIs refuse both. */
export const noEmptyContent: HistoryRule = {
  rule,
  check: (messages) =>
    messages.flatMap((message, messageIndex) => {
      if (message.content.length === 0) return [{ rule, messageIndex, detail: 'the message has no content' }]
      return blocksOf(message).flatMap((block, blockIndex) =>
        asText(block)?.text === ''
          ? [{ rule, messageIndex, detail: `text block ${blockIndex} is empty` }]
          : [],
      )
    }),
}
