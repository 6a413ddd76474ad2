import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import type { PartLocator } from '../../../shared/domain/part.ts'

/** The block that a part stands in, inside a tool result where the part is nested; null where there is none. */
export function blockOfPart(message: Message, at: PartLocator): ContentBlock | null {
  if (typeof message.content === 'string') return null
  const block = message.content[at.blockIndex]
  if (block === undefined) return null
  if (at.nestedIndex === undefined) return block
  const nested = 'content' in block && Array.isArray(block.content) ? block.content : []
  return nested[at.nestedIndex] ?? null
}
