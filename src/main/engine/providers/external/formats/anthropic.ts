import type { ContentBlock, Message } from '../../../../../shared/domain/message.ts'
import { blocksOf } from '../../../history/blocks.ts'
import { fieldsIn, isFields, noMessage, type ArmFormat, type LeaveOut, type SentItem } from './format.ts'
import { stringOf } from '../../../../../shared/lib/string-of.ts'

/** Blocks that Anthropic's Messages have. */
const known = new Set([
  'text',
  'image',
  'document',
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'server_tool_use',
  'web_search_tool_result',
  'compaction',
])

/** Anthropic's Messages: role and content, without the marks that agents add. */
export const anthropicFormat: ArmFormat = {
  write: (messages, leave) => messages.flatMap((message, source) => written(message, source, leave)),
  read: (item) => {
    if (!isFields(item)) return noMessage(item)
    const { role, content } = item
    // Blocks are loose: whatever has a type is kept, and the rules judge it.
    const blocks = fieldsIn(content).filter(({ type }) => typeof type === 'string') as ContentBlock[]
    return {
      message: { role: stringOf(role), content: typeof content === 'string' ? content : blocks },
      joins: false,
    }
  },
}

function written(message: Message, source: number, leave: LeaveOut): SentItem[] {
  const { role, content } = message
  if (typeof content === 'string') return [{ item: { role, content }, source }]
  const blocks = blocksOf(message).filter((block) => {
    const isKnown = known.has(block.type)
    if (!isKnown) leave(`${block.type} blocks`)
    return isKnown
  })
  return blocks.length === 0 && content.length > 0 ? [] : [{ item: { role, content: blocks }, source }]
}
