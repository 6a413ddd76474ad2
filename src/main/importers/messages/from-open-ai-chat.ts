import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import { fieldsAt, textOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { blocksOf, callOf, resultOf } from './blocks.ts'

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
export function fromOpenAiChat(message: Fields): Message | null {
  const role = textOf(message['role']) ?? ''
  const content = message['content'] ?? message['parts']
  if (role === 'tool' || role === 'function') return resultMessage(message, content)
  const blocks = [...reasoningOf(message), ...blocksOf(content), ...refusalOf(message), ...callsOf(message)]
  if (blocks.length === 0) return null
  return {
    role: role === 'assistant' || role === 'model' ? 'assistant' : 'user',
    content: blocks,
    ...(isInstruction(message) ? { isBoilerplate: true } : {}),
  }
}

/** Calls of an assistant message, those of the first version of the format among them. */
function callsOf(message: Fields): readonly ContentBlock[] {
  const calls = message['tool_calls'] ?? message['toolCalls']
  const old = message['function_call']
  return [
    ...(Array.isArray(calls) ? calls.filter(isRecord).map(callIn) : []),
    ...(isRecord(old) ? [callOf(message['id'], old['name'], old['arguments'])] : []),
  ]
}

function callIn(call: Fields): ContentBlock {
  const { name, arguments: given } = isRecord(call['function']) ? fieldsAt(call, 'function') : call
  return callOf(call['id'], name, given ?? call['args'])
}

function resultMessage(message: Fields, content: unknown): Message {
  const id = message['tool_call_id'] ?? message['toolCallId']
  const parts = Array.isArray(content) ? blocksOf(content) : []
  // The AI SDK and OpenTelemetry have the results themselves as parts.
  if (parts.length > 0 && parts.every(({ type }) => type === 'tool_result'))
    return { role: 'user', content: [...parts] }
  const [only] = parts
  const text = parts.length === 1 && only?.type === 'text' ? only['text'] : content
  const name = textOf(message['name'])
  return { role: 'user', content: [resultOf(id, text, name === null ? {} : { name })] }
}

/** Reasoning beside the content, as DeepSeek, OpenRouter and LiteLLM have it. */
function reasoningOf(message: Fields): readonly ContentBlock[] {
  const blocks = message['thinking_blocks']
  if (Array.isArray(blocks) && blocks.length > 0) return blocksOf(blocks)
  const text = textOf(message['reasoning_content']) ?? textOf(message['reasoning'])
  return text === null ? [] : [{ type: 'thinking', thinking: text }]
}

function refusalOf({ refusal }: Fields): readonly ContentBlock[] {
  return typeof refusal === 'string' ? blocksOf(refusal) : []
}
