import type { ContentBlock, Message } from '../../../../../shared/domain/message.ts'
import { asText, asToolResult, asToolUse, blocksOf, isThinking } from '../../../history/blocks.ts'
import {
  argumentsOf,
  fieldsIn,
  imageBlock,
  imageUrl,
  isFields,
  noMessage,
  runsOf,
  type ArmFormat,
  type Fields,
  type LeaveOut,
  type ReadPiece,
  type SentItem,
} from './format.ts'
import { stringOf } from '../../../../../shared/lib/string-of.ts'

/** OpenAI's Responses: messages, calls, outputs and reasoning are items side by side. */
export const openAiResponsesFormat: ArmFormat = {
  write: (messages, leave) =>
    messages.flatMap((message, source) =>
      itemsOf(message, leave).map((item): SentItem => ({ item, source })),
    ),
  read: (item) => {
    if (!isFields(item)) return noMessage(item)
    switch (item['type']) {
      case 'function_call':
        return answer({
          type: 'tool_use',
          id: stringOf(item['call_id']),
          name: stringOf(item['name']),
          input: argumentsOf(item['arguments']),
        })
      case 'function_call_output': {
        const output = typeof item['output'] === 'string' ? item['output'] : readParts(item['output'])
        const block = {
          type: 'tool_result' as const,
          tool_use_id: stringOf(item['call_id']),
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
        return answer({ ...item, type: stringOf(item['type']) })
    }
  },
}

const answer = (...content: ContentBlock[]): ReadPiece => ({
  message: { role: 'assistant', content },
  joins: true,
})

function itemsOf(message: Message, leave: LeaveOut): Fields[] {
  const { role, content } = message
  if (typeof content === 'string') return [{ type: 'message', role, content }]
  return runsOf(blocksOf(message), isPlain).flatMap((run) =>
    run[0] !== undefined && isPlain(run[0])
      ? messageItem(role, run, leave)
      : run.flatMap((block) => blockItem(block, leave)),
  )
}

const isPlain = (block: ContentBlock): boolean => block.type === 'text' || block.type === 'image'

function messageItem(role: string, run: readonly ContentBlock[], leave: LeaveOut): Fields[] {
  const type = role === 'assistant' ? 'output_text' : 'input_text'
  const parts = run.flatMap((block) => partsOf(block, type, leave, ''))
  return parts.length === 0 ? [] : [{ type: 'message', role, content: parts }]
}

function partsOf(block: ContentBlock, type: string, leave: LeaveOut, where: string): Fields[] {
  const text = asText(block)
  if (text !== undefined) return [{ type, text: text.text }]
  const url = block.type === 'image' ? imageUrl(block) : null
  if (url !== null) return [{ type: 'input_image', image_url: url }]
  leave(`${block.type} blocks${where}`)
  return []
}

function blockItem(block: ContentBlock, leave: LeaveOut): Fields[] {
  const call = asToolUse(block)
  if (call !== undefined) {
    const { id, name, input } = call
    return [{ type: 'function_call', call_id: id, name, arguments: JSON.stringify(input ?? {}) }]
  }
  const result = asToolResult(block)
  if (result !== undefined) {
    const { tool_use_id, content = '', is_error } = result
    if (is_error === true) leave('error marks of results')
    const output =
      typeof content === 'string'
        ? content
        : content.flatMap((inner) => partsOf(inner, 'input_text', leave, ' in results'))
    return [{ type: 'function_call_output', call_id: tool_use_id, output }]
  }
  const reasoning = isThinking(block) ? reasoningItem(block, leave) : null
  if (reasoning === null) leave(isThinking(block) ? 'encrypted reasoning' : `${block.type} blocks`)
  return reasoning === null ? [] : [reasoning]
}

function reasoningItem(block: ContentBlock, leave: LeaveOut): Fields | null {
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
  const texts = fieldsIn(summary).flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
  const sealed = typeof encrypted === 'string' ? { encrypted_content: encrypted } : {}
  return texts.length === 0
    ? answer({ type: 'reasoning', ...sealed })
    : answer({ type: 'thinking', thinking: texts.join('\n\n'), ...sealed })
}

function readMessage({ role, content }: Fields): ReadPiece {
  const own = typeof content === 'string' ? content : readParts(content)
  // A text alone is a message of its own.
  return { message: { role: stringOf(role), content: own }, joins: typeof own !== 'string' }
}

function readParts(content: unknown): ContentBlock[] {
  return fieldsIn(content).flatMap((part): ContentBlock[] => {
    const { type, text, image_url: url } = part
    if (typeof text === 'string') return [{ type: 'text', text }]
    if (typeof url === 'string') return [imageBlock(url)]
    return typeof type === 'string' ? [{ ...part, type }] : []
  })
}
