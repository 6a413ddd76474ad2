import type { ContentBlock, Message } from '../../../../shared/kernel/message.ts'
import { toSafeString } from '../../../../shared/kernel/to-safe-string.ts'
import {
  toTextBlock,
  toToolResultBlock,
  toToolUseBlock,
  listBlocks,
  isThinking,
} from '../../../kernel/history/blocks.ts'
import {
  parseArguments,
  selectFields,
  buildImageBlock,
  readImageUrl,
  isFields,
  makeInvalidMessage,
  splitRunsByKind,
  type ArmFormat,
  type Fields,
  type LeaveOut,
  type ReadPiece,
  type SentItem,
} from './format.ts'

/** OpenAI's Responses: messages, calls, outputs and reasoning are items side by side. */
export const openAiResponsesFormat: ArmFormat = {
  write: (messages, leave) =>
    messages.flatMap((message, source) =>
      toResponsesItems(message, leave).map((item): SentItem => ({ item, source })),
    ),
  read: (item) => {
    if (!isFields(item)) return makeInvalidMessage(item)
    switch (item['type']) {
      case 'function_call':
        return makeAnswerPiece({
          type: 'tool_use',
          id: toSafeString(item['call_id']),
          name: toSafeString(item['name']),
          input: parseArguments(item['arguments']),
        })
      case 'function_call_output': {
        const output = typeof item['output'] === 'string' ? item['output'] : readParts(item['output'])
        const block = {
          type: 'tool_result' as const,
          tool_use_id: toSafeString(item['call_id']),
          content: output,
        }
        return { message: { role: 'user', content: [block] }, joins: true }
      }
      case 'reasoning':
        return readReasoning(item)
      case 'message':
      case undefined:
        return readMessage(item)
      default:
        return makeAnswerPiece({ ...item, type: toSafeString(item['type']) })
    }
  },
}

const makeAnswerPiece = (...content: ContentBlock[]): ReadPiece => ({
  message: { role: 'assistant', content },
  joins: true,
})

function toResponsesItems(message: Message, leave: LeaveOut): Fields[] {
  const { role, content } = message
  if (typeof content === 'string') return [{ type: 'message', role, content }]
  return splitRunsByKind(listBlocks(message), isPlain).flatMap((run) =>
    run[0] !== undefined && isPlain(run[0])
      ? toMessageItems(role, run, leave)
      : run.flatMap((block) => toBlockItems(block, leave)),
  )
}

const isPlain = (block: ContentBlock): boolean => block.type === 'text' || block.type === 'image'

function toMessageItems(role: string, run: readonly ContentBlock[], leave: LeaveOut): Fields[] {
  const type = role === 'assistant' ? 'output_text' : 'input_text'
  const parts = run.flatMap((block) => toContentParts(block, type, leave, ''))
  return parts.length === 0 ? [] : [{ type: 'message', role, content: parts }]
}

function toContentParts(block: ContentBlock, type: string, leave: LeaveOut, where: string): Fields[] {
  const text = toTextBlock(block)
  if (text !== undefined) return [{ type, text: text.text }]
  const url = block.type === 'image' ? readImageUrl(block) : null
  if (url !== null) return [{ type: 'input_image', image_url: url }]
  leave(`${block.type} blocks${where}`)
  return []
}

function toBlockItems(block: ContentBlock, leave: LeaveOut): Fields[] {
  const call = toToolUseBlock(block)
  if (call !== undefined) {
    const { id, name, input } = call
    return [{ type: 'function_call', call_id: id, name, arguments: JSON.stringify(input ?? {}) }]
  }
  const result = toToolResultBlock(block)
  if (result !== undefined) {
    const { tool_use_id, content = '', is_error } = result
    if (is_error === true) leave('error marks of results')
    const output =
      typeof content === 'string'
        ? content
        : content.flatMap((inner) => toContentParts(inner, 'input_text', leave, ' in results'))
    return [{ type: 'function_call_output', call_id: tool_use_id, output }]
  }
  const reasoning = isThinking(block) ? toReasoningItem(block, leave) : null
  if (reasoning === null) leave(isThinking(block) ? 'encrypted reasoning' : `${block.type} blocks`)
  return reasoning === null ? [] : [reasoning]
}

function toReasoningItem(block: ContentBlock, leave: LeaveOut): Fields | null {
  const { thinking, encrypted_content: encrypted, signature } = block
  if (typeof thinking !== 'string' && typeof encrypted !== 'string') return null
  if (typeof signature === 'string') leave('signatures of reasoning')
  return {
    type: 'reasoning',
    summary: typeof thinking === 'string' ? [{ type: 'summary_text', text: thinking }] : [],
    ...(typeof encrypted === 'string' ? { encrypted_content: encrypted } : {}),
  }
}

function readReasoning({ summary, encrypted_content: encrypted }: Fields): ReadPiece {
  const texts = selectFields(summary).flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
  const sealed = typeof encrypted === 'string' ? { encrypted_content: encrypted } : {}
  return texts.length === 0
    ? makeAnswerPiece({ type: 'reasoning', ...sealed })
    : makeAnswerPiece({ type: 'thinking', thinking: texts.join('\n\n'), ...sealed })
}

function readMessage({ role, content }: Fields): ReadPiece {
  const own = typeof content === 'string' ? content : readParts(content)
  // A text alone is a message of its own.
  return { message: { role: toSafeString(role), content: own }, joins: typeof own !== 'string' }
}

function readParts(content: unknown): ContentBlock[] {
  return selectFields(content).flatMap((part): ContentBlock[] => {
    const { type, text, image_url: url } = part
    if (typeof text === 'string') return [{ type: 'text', text }]
    if (typeof url === 'string') return [buildImageBlock(url)]
    return typeof type === 'string' ? [{ ...part, type }] : []
  })
}
