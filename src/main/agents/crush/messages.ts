import type { ContentBlock, Message, TextBlock } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { isRecord, parseJsonText, toTextOrNull } from '../json/fields.ts'
import type { StoredMessage, StoredPart } from './stored.ts'

/** What Crush sends for a call without a result. */
const interruptedText =
  'tool call was interrupted and did not produce a result, you may retry this call if the result is still needed'

/** Ids of the calls of a session, and of those that have a result. */
export type PairedIds = Readonly<{ calls: ReadonlySet<string>; results: ReadonlySet<string> }>

/** Which calls and results a session has, by which those are told that lack the other half. */
export function listPairedIds(messages: readonly StoredMessage[]): PairedIds {
  return {
    calls: new Set(listPartIds(messages, 'tool_call', 'id')),
    results: new Set(listPartIds(messages, 'tool_result', 'tool_call_id')),
  }
}

/** What Crush sends of a message: without results of no call, and with one for each call that got none. */
export function buildSentMessages(message: StoredMessage, paired: PairedIds): readonly Message[] {
  const own = buildMessage(
    message,
    message.parts.filter((part) => isPaired(part, paired)),
  )
  return [own, buildMissingResults(message, paired)].filter((one) => one !== null)
}

/** What of a message is never sent. */
export function buildLeftMessages(message: StoredMessage, paired: PairedIds): readonly Message[] {
  const left = buildMessage(
    message,
    message.parts.filter((part) => !isPaired(part, paired)),
  )
  return left === null ? [] : [left]
}

function isPaired({ type, data }: StoredPart, { calls }: PairedIds): boolean {
  return type !== 'tool_result' || calls.has(toSafeString(data['tool_call_id']))
}

function listPartIds(messages: readonly StoredMessage[], type: string, key: string): readonly string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === type ? [toSafeString(part.data[key])] : [])),
  )
}

function buildMessage(message: StoredMessage, parts: readonly StoredPart[]): Message | null {
  const content = parts.flatMap((part) => readContentBlock(part))
  if (content.length === 0) return null
  const { role, isSummary, created, id } = message
  return {
    // The model is shown a summary as if somebody had typed it.
    role: role === 'assistant' && !isSummary ? 'assistant' : 'user',
    content,
    ...(created === null ? {} : { ts: created }),
    origin: { id },
    ...(isSummary ? { isSummary: true, condenseId: id } : {}),
    ...(role === 'system' || isHidden(parts) ? { isBoilerplate: true } : {}),
  }
}

/** What the agent typed for the person, to go on. */
function isHidden(parts: readonly StoredPart[]): boolean {
  return parts.some(({ data }) => data['hidden'] === true)
}

function buildMissingResults(message: StoredMessage, { results }: PairedIds): Message | null {
  if (message.role !== 'assistant') return null
  const content = message.parts.flatMap(({ type, data }): ContentBlock[] =>
    type === 'tool_call' && !results.has(toSafeString(data['id']))
      ? [
          {
            type: 'tool_result',
            tool_use_id: toSafeString(data['id']),
            content: interruptedText,
            is_error: true,
          },
        ]
      : [],
  )
  const time = message.created === null ? {} : { ts: message.created }
  return content.length === 0 ? null : { role: 'user', content, ...time, origin: { id: message.id } }
}

const createTextBlock = (text: string): TextBlock => ({ type: 'text', text })

function readContentBlock({ type, data }: StoredPart): readonly ContentBlock[] {
  switch (type) {
    case 'text':
      return toTextOrNull(data['text']) === null ? [] : [createTextBlock(toSafeString(data['text']))]
    case 'reasoning':
      return readReasoning(data)
    case 'image_url':
      return [{ type: 'image', source: { type: 'url', url: data['url'] } }]
    case 'binary':
      return [readFileBlock(data)]
    case 'shell_command':
      return [
        createTextBlock(
          `$ ${toSafeString(data['command'])}\n${toSafeString(data['output'])}\n(exit code ${toSafeString(data['exit_code'])})`,
        ),
      ]
    case 'tool_call':
      return [
        {
          type: 'tool_use',
          id: toSafeString(data['id']),
          name: toSafeString(data['name']),
          input: readToolInput(data['input']),
        },
      ]
    case 'tool_result':
      return [readToolResult(data)]
    default:
      return []
  }
}

function readReasoning(data: StoredPart['data']): readonly ContentBlock[] {
  const signature = toTextOrNull(data['signature']) ?? toTextOrNull(data['thought_signature'])
  const { responses_data: responses } = data
  const encrypted = isRecord(responses)
    ? toTextOrNull(responses['encrypted_content'] ?? responses['EncryptedContent'])
    : null
  const thinking = toTextOrNull(data['thinking'])
  if (encrypted !== null)
    return [
      { type: 'reasoning', ...(thinking === null ? {} : { text: thinking }), encrypted_content: encrypted },
    ]
  return thinking === null
    ? []
    : [{ type: 'thinking', thinking, ...(signature === null ? {} : { signature }) }]
}

/** Texts are written out, pictures are sent as they are. */
function readFileBlock({ Path, MIMEType, Data }: StoredPart['data']): ContentBlock {
  const mime = toSafeString(MIMEType)
  const data = typeof Data === 'string' ? Data : ''
  if (mime.startsWith('text/'))
    return createTextBlock(
      `<file path='${toSafeString(Path)}'>\n\n${Buffer.from(data, 'base64').toString('utf8')}\n</file>`,
    )
  return {
    type: mime.startsWith('image/') ? 'image' : 'document',
    source: { type: 'base64', media_type: mime, data },
  }
}

function readToolResult(data: StoredPart['data']): ContentBlock {
  const base = { type: 'tool_result' as const, tool_use_id: toSafeString(data['tool_call_id']) }
  if (data['is_error'] === true)
    return { ...base, content: toTextOrNull(data['content']) ?? '', is_error: true }
  const picture = toTextOrNull(data['data'])
  if (picture === null) return { ...base, content: toTextOrNull(data['content']) ?? '' }
  return { ...base, content: [readFileBlock({ MIMEType: data['mime_type'], Data: picture })] }
}

function readToolInput(text: unknown): unknown {
  const input = parseJsonText(text)
  return isRecord(input) ? input : { raw: text }
}
