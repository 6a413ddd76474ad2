import type { ContentBlock, Message } from '../../../../shared/kernel/message.ts'
import { toSafeString } from '../../../../shared/kernel/to-safe-string.ts'
import { listBlocks } from '../../../kernel/history/blocks.ts'
import {
  selectFields,
  isFields,
  makeInvalidMessage,
  type ArmFormat,
  type LeaveOut,
  type SentItem,
} from './format.ts'

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
  write: (messages, leave) => messages.flatMap((message, source) => toSentItems(message, source, leave)),
  read: (item) => {
    if (!isFields(item)) return makeInvalidMessage(item)
    const { role, content } = item
    // Blocks are loose: whatever has a type is kept, and the rules judge it.
    const blocks = selectFields(content).filter(({ type }) => typeof type === 'string') as ContentBlock[]
    return {
      message: { role: toSafeString(role), content: typeof content === 'string' ? content : blocks },
      joins: false,
    }
  },
}

function toSentItems(message: Message, source: number, leave: LeaveOut): SentItem[] {
  const { role, content } = message
  if (typeof content === 'string') return [{ item: { role, content }, source }]
  const blocks = listBlocks(message).filter((block) => {
    const isKnown = known.has(block.type)
    if (!isKnown) leave(`${block.type} blocks`)
    return isKnown
  })
  return blocks.length === 0 && content.length > 0 ? [] : [{ item: { role, content: blocks }, source }]
}
