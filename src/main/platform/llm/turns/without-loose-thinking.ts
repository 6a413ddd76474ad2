import { isThinking } from '../../../kernel/history/blocks.ts'
import type { ModelMessage } from '../../../kernel/language-model.ts'
import { readPieces, buildTextPieces } from './read-pieces.ts'

/** Messages without thinking that nothing follows in its turn: vendors refuse it at the end of an answer. */
export function withoutLooseThinking(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  let isFollowed = false
  return messages
    .toReversed()
    .map((message): ModelMessage => {
      const { role, content } = message
      if (role === 'user') {
        const says = typeof content === 'string' ? buildTextPieces(content) : content.flatMap(readPieces)
        if (says.length > 0) isFollowed = false
        return message
      }
      if (typeof content === 'string') {
        isFollowed ||= buildTextPieces(content).length > 0
        return message
      }
      const kept = content.toReversed().filter((block) => {
        if (isThinking(block)) return isFollowed
        isFollowed ||= readPieces(block).length > 0
        return true
      })
      return { role, content: kept.toReversed() }
    })
    .toReversed()
}
