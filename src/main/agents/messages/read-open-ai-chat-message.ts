import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { isRecord, readNestedFields, readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'
import { readContentBlocks, buildToolCallBlock, buildToolResultBlock } from './blocks.ts'

/** Roles that instruct a model. */
const instructing: ReadonlySet<string> = new Set(['system', 'developer'])

/** Whether a message instructs the model, as those in front of a history do. */
export function isInstruction({ role }: Fields): boolean {
  return typeof role === 'string' && instructing.has(role)
}

/**
 * A message as OpenAI Chat has them, and everybody who followed it, in Anthropic's words; null where it says nothing. Calls
 * become blocks, results user messages, and instructions within a history boilerplate.
 */
export function readOpenAiChatMessage(message: Fields): Message | null {
  const role = toTextOrNull(message['role']) ?? ''
  const content = message['content'] ?? message['parts']
  if (role === 'tool' || role === 'function') return buildResultMessage(message, content)
  const blocks = [
    ...readSeparateReasoning(message),
    ...readContentBlocks(content),
    ...readRefusal(message),
    ...readChatCalls(message),
  ]
  if (blocks.length === 0) return null
  return {
    role: role === 'assistant' || role === 'model' ? 'assistant' : 'user',
    content: blocks,
    ...(isInstruction(message) ? { isBoilerplate: true } : {}),
  }
}

/** Calls of an assistant message, those of the first version of the format among them. */
function readChatCalls(message: Fields): readonly ContentBlock[] {
  const calls = message['tool_calls'] ?? message['toolCalls']
  const old = message['function_call']
  return [
    ...readRecordList(calls).map(buildChatCall),
    ...(isRecord(old) ? [buildToolCallBlock(message['id'], old['name'], old['arguments'])] : []),
  ]
}

function buildChatCall(call: Fields): ContentBlock {
  const { name, arguments: given } = isRecord(call['function']) ? readNestedFields(call, 'function') : call
  return buildToolCallBlock(call['id'], name, given ?? call['args'])
}

function buildResultMessage(message: Fields, content: unknown): Message {
  const id = message['tool_call_id'] ?? message['toolCallId']
  const parts = Array.isArray(content) ? readContentBlocks(content) : []
  // The AI SDK and OpenTelemetry have the results themselves as parts.
  if (parts.length > 0 && parts.every(({ type }) => type === 'tool_result'))
    return { role: 'user', content: [...parts] }
  const [only] = parts
  const text = parts.length === 1 && only?.type === 'text' ? only['text'] : content
  const name = toTextOrNull(message['name'])
  return { role: 'user', content: [buildToolResultBlock(id, text, name === null ? {} : { name })] }
}

/** Reasoning beside the content, as DeepSeek, OpenRouter and LiteLLM have it. */
function readSeparateReasoning(message: Fields): readonly ContentBlock[] {
  const blocks = message['thinking_blocks']
  if (Array.isArray(blocks) && blocks.length > 0) return readContentBlocks(blocks)
  const text = toTextOrNull(message['reasoning_content']) ?? toTextOrNull(message['reasoning'])
  return text === null ? [] : [{ type: 'thinking', thinking: text }]
}

function readRefusal({ refusal }: Fields): readonly ContentBlock[] {
  return typeof refusal === 'string' ? readContentBlocks(refusal) : []
}
