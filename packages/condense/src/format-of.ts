import { fieldsIn, isFields } from '../../../src/main/engine/providers/external/formats/format.ts'
import type { Format, WireMessage } from './types.ts'

/** Parts of content that one format alone has. */
const partFormats: Readonly<Record<string, Format>> = {
  tool_use: 'anthropic',
  tool_result: 'anthropic',
  thinking: 'anthropic',
  redacted_thinking: 'anthropic',
  document: 'anthropic',
  server_tool_use: 'anthropic',
  image_url: 'openai-chat',
  input_audio: 'openai-chat',
  input_text: 'openai-responses',
  output_text: 'openai-responses',
  input_image: 'openai-responses',
  input_file: 'openai-responses',
  'tool-call': 'ai-sdk',
  'tool-result': 'ai-sdk',
  'tool-approval-request': 'ai-sdk',
  'tool-approval-response': 'ai-sdk',
  reasoning: 'ai-sdk',
}

/**
 * Tells the format of messages by what only one of them has. Plain texts are the same in all; they are taken for OpenAI chat.
 * Throws `TypeError` where something is no message, and where two formats are mixed.
 */
export function formatOf(messages: readonly WireMessage[]): Format {
  let found: { readonly format: Format; readonly at: number } | null = null
  for (const [at, message] of messages.entries()) {
    for (const format of formatsOf(message)) {
      if (found !== null && found.format !== format)
        throw new TypeError(
          `messages[${at}] looks like ${format}, and messages[${found.at}] like ${found.format}. Pass \`format\` to say which it is.`,
        )
      found ??= { format, at }
    }
  }
  return found?.format ?? 'openai-chat'
}

function formatsOf(message: WireMessage): readonly Format[] {
  const { role, type, content } = message
  if (typeof role !== 'string') return ['openai-responses']
  const isItem = type === 'message'
  const isCalling = message['tool_calls'] !== undefined || message['tool_call_id'] !== undefined
  return [
    ...(isItem ? (['openai-responses'] as const) : []),
    ...(isCalling ? (['openai-chat'] as const) : []),
    ...fieldsIn(content).flatMap((part) => {
      if (part['type'] === 'image') return [part['source'] === undefined ? 'ai-sdk' : 'anthropic'] as const
      if (part['type'] === 'file') return [part['file'] === undefined ? 'ai-sdk' : 'openai-chat'] as const
      return partFormats[String(part['type'])] ?? []
    }),
  ]
}

/** What is no message, in words; null where all are. */
export function faultOf(messages: unknown): string | null {
  if (!Array.isArray(messages)) return 'messages is no list'
  for (const [at, message] of messages.entries()) {
    if (!isFields(message)) return `messages[${at}] is no object`
    const { role, type, content } = message
    if (typeof role !== 'string' && typeof type !== 'string')
      return `messages[${at}] has neither role nor type`
    const isContent = typeof content === 'string' || Array.isArray(content) || content == null
    if (typeof role === 'string' && !isContent)
      return `the content of messages[${at}] is neither text nor a list`
  }
  return null
}
