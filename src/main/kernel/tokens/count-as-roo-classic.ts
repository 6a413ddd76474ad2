import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toTextBlock, listBlocks } from '../history/blocks.ts'
import { estimateImageTokens } from './count-image-tokens.ts'
import type { TokenCounter } from './token-counter.ts'

/** Roo Code adds half again to what its tokenizer counts, to stay on the safe side. */
const fudgeFactor = 1.5

/**
 * Tokens of a message as Roo Code classic estimates them: text blocks by o200k_base and images by the root of their
 * length, all of it times 1.5 and rounded up; tool blocks count as 0. For replaying its decisions, not for
 * measuring: `condensation.md` section 4. `counter` counts o200k_base.
 */
export function countAsRooClassic(message: Message, counter: TokenCounter): number {
  const { content } = message
  const tokens =
    typeof content === 'string'
      ? counter.count(content)
      : listBlocks(message).reduce((sum, block) => sum + countBlockTokens(block, counter), 0)
  return Math.ceil(tokens * fudgeFactor)
}

function countBlockTokens(block: ContentBlock, counter: TokenCounter): number {
  const text = toTextBlock(block)
  if (text !== undefined) return counter.count(text.text)
  return block.type === 'image' ? estimateImageTokens(measureDataLength(block['source'])) : 0
}

function measureDataLength(source: unknown): number | undefined {
  const data: unknown =
    typeof source === 'object' && source !== null && 'data' in source ? source.data : undefined
  return typeof data === 'string' ? data.length : undefined
}
