import { selectFields, isFields } from '../../../src/main/methods/external/formats/format.ts'
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
export function detectFormat(messages: readonly WireMessage[]): Format {
  let found: { readonly format: Format; readonly at: number } | null = null
  for (const [at, message] of messages.entries()) {
    for (const format of listPossibleFormats(message)) {
      if (found !== null && found.format !== format)
        throw new TypeError(
          `messages[${at}] looks like ${format}, and messages[${found.at}] like ${found.format}. Pass \`format\` to say which it is.`,
        )
      found ??= { format, at }
    }
  }
  return found?.format ?? 'openai-chat'
}

function listPossibleFormats(message: WireMessage): readonly Format[] {
  const { role, type, content } = message
  if (typeof role !== 'string') return ['openai-responses']
  const byParts = selectFields(content).flatMap((part): Format[] => {
    if (part['type'] === 'image') return [part['source'] === undefined ? 'ai-sdk' : 'anthropic']
    if (part['type'] === 'file') return [part['file'] === undefined ? 'ai-sdk' : 'openai-chat']
    const known = partFormats[String(part['type'])]
    return known === undefined ? [] : [known]
  })
  const isCalling = message['tool_calls'] !== undefined || message['tool_call_id'] !== undefined
  // Answers of Anthropic have the type of an item of Responses.
  const isItem = type === 'message' && byParts.length === 0 && message['model'] === undefined
  return [
    ...byParts,
    ...(isCalling ? ['openai-chat' as const] : []),
    ...(isItem ? ['openai-responses' as const] : []),
  ]
}

/** Takes messages of a caller. Throws `TypeError` that names the first one that is none, and what is wrong with it. */
export function readMessages(messages: readonly object[]): readonly WireMessage[] {
  const given: unknown = messages
  if (!Array.isArray(given)) throw new TypeError(`messages is no list: it is ${describeValue(given)}.`)
  // Each place, also one that nothing was ever put into.
  for (const [at, message] of given.entries()) {
    const fault = explainMessageFault(message) ?? explainJsonFault(message, new Set())
    if (fault !== null) throw new TypeError(`messages[${at}]${fault}.`)
  }
  // Each of them was just seen to have fields.
  return given as readonly WireMessage[]
}

/** What is wrong with a message, behind its name; null where it is one. */
function explainMessageFault(message: unknown): string | null {
  if (!isFields(message)) return ` is no message: it is ${describeValue(message)}`
  const { role, type, content } = message
  if (role === 'function' || message['function_call'] !== undefined)
    return ' has a call of the kind that OpenAI replaced by `tool_calls` in 2023. Convert it first'
  if (typeof role !== 'string')
    return typeof type === 'string' ? null : ' has neither a role nor a type, of which every message has one'
  if (content == null)
    return message['tool_calls'] === undefined && role !== 'assistant' ? ' has no content' : null
  if (typeof content === 'string') return null
  if (!Array.isArray(content))
    return `.content is ${describeValue(content)}, neither a text nor a list of parts`
  const at = content.findIndex((part: unknown) => !isFields(part) || typeof part['type'] !== 'string')
  if (at >= 0) return `.content[${at}] is no part: it has no type`
  const part: unknown = content.find(isBrokenPart)
  return part === undefined ? null : `.content[${content.indexOf(part)}] is of the type text and has none`
}

/** What in a value keeps it from being JSON; null where nothing does. `above` are the values that it stands in. */
function explainJsonFault(value: unknown, above: Set<unknown>): string | null {
  if (typeof value === 'bigint') return ' is no JSON: it has a bigint'
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return null
  if (above.has(value)) return ' is no JSON: something in it holds itself'
  above.add(value)
  for (const inner of Object.values(value)) {
    const fault = explainJsonFault(inner, above)
    if (fault !== null) return fault
  }
  above.delete(value)
  return null
}

const isBrokenPart = (part: unknown): boolean =>
  isFields(part) && /^(?:(?:in|out)put_)?text$/.test(String(part['type'])) && typeof part['text'] !== 'string'

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}
