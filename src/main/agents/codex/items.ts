import type { ContentBlock } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { isRecord, parseJsonText, readNestedFields, toTextOrNull, type Fields } from '../json/fields.ts'
import { isContextual, isFragment } from './fragments.ts'

/** What an item of the Responses API is, in terms of messages. */
export type Item =
  /** The model wrote it; items of one response that follow each other are one message. */
  | Readonly<{ kind: 'answer'; blocks: readonly ContentBlock[]; isSummary: boolean }>
  | Readonly<{ kind: 'result'; callId: string; block: ContentBlock }>
  | Readonly<{
      kind: 'input'
      /** Other agents write in the role of the assistant in some versions. */
      role: 'user' | 'assistant'
      blocks: readonly ContentBlock[]
      /** Whether Codex wrote all of it. */
      isBoilerplate: boolean
      /** Whether it begins a turn. */
      isTurn: boolean
    }>
  /** Never sent. */
  | Readonly<{ kind: 'local' }>
  | Readonly<{ kind: 'unknown' }>

/** Reads an item. `names.own` is its id where it has none, `names.call` the call that a result without an id answers. */
export function readRolloutItem(
  payload: Fields,
  names: Readonly<{ own: string; call: string | null }>,
): Item {
  const callId = toTextOrNull(payload['call_id'])
  switch (payload['type']) {
    case 'message':
      return readMessageItem(payload)
    case 'agent_message':
      return createAgentInput('user', readAgentWords(payload))
    case 'reasoning':
      return createAnswerItem([readReasoning(payload)])
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
    case 'tool_search_call':
    case 'tool_call':
      return createAnswerItem([buildToolCall(payload, callId ?? toTextOrNull(payload['id']) ?? names.own)])
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'tool_search_output':
    case 'tool_result':
      return readToolResult(payload, callId ?? names.call ?? names.own)
    case 'web_search_call':
      return createAnswerItem([copyVerbatim(payload)])
    case 'image_generation_call':
      return createAnswerItem(readGeneratedImage(payload))
    case 'compaction':
    case 'compaction_summary':
    case 'context_compaction':
      return { kind: 'answer', blocks: [{ ...copyVerbatim(payload), type: 'compaction' }], isSummary: true }
    case 'ghost_snapshot':
    case 'additional_tools':
    case 'compaction_trigger':
    case 'other':
      return { kind: 'local' }
    default:
      return { kind: 'unknown' }
  }
}

/** Whether an item begins a turn. */
export function beginsTurn(payload: Fields): boolean {
  const item = payload['type'] === 'message' ? readMessageItem(payload) : null
  return item?.kind === 'input' && item.isTurn
}

const createAnswerItem = (blocks: readonly ContentBlock[]): Item => ({
  kind: 'answer',
  blocks,
  isSummary: false,
})

function readMessageItem(payload: Fields): Item {
  const blocks = readContentParts(payload['content'])
  const texts = blocks.flatMap((block) => (typeof block['text'] === 'string' ? [block['text']] : []))
  switch (payload['role']) {
    case 'assistant':
      return isFromAgent(texts) ? createAgentInput('assistant', blocks) : createAnswerItem(blocks)
    case 'developer':
      return { kind: 'input', role: 'user', blocks, isBoilerplate: true, isTurn: false }
    case 'user':
      return {
        kind: 'input',
        role: 'user',
        blocks,
        isBoilerplate: texts.length > 0 && texts.length === blocks.length && texts.every(isFragment),
        isTurn: !texts.some(isContextual),
      }
    case 'system':
      return { kind: 'local' }
    default:
      return { kind: 'unknown' }
  }
}

const createAgentInput = (role: 'user' | 'assistant', blocks: readonly ContentBlock[]): Item => ({
  kind: 'input',
  role,
  blocks,
  isBoilerplate: false,
  isTurn: true,
})

/** What another agent says; a line of its own is sent behind a head, as Codex does (its `InterAgentCommunication`). */
function readAgentWords(payload: Fields): readonly ContentBlock[] {
  const { content, encrypted_content, trigger_turn, recipient, author } = payload
  if (Array.isArray(content) || typeof encrypted_content !== 'string') return readContentParts(content)
  const kind = trigger_turn === true ? 'NEW_TASK' : 'MESSAGE'
  const head = `Message Type: ${kind}\nTask name: ${toTextOrNull(recipient) ?? ''}\nSender: ${toTextOrNull(author) ?? ''}\nPayload:\n`
  return [
    { type: 'text', text: head },
    { type: 'encrypted_content', encrypted_content },
  ]
}

/** Whether a message in the role of the assistant is what another agent said, as JSON. */
function isFromAgent([words, ...others]: readonly string[]): boolean {
  return words !== undefined && others.length === 0 && parseAgentMessage(words) !== null
}

/** The words in a message from another agent that is JSON; null for anything else. */
export function parseAgentMessage(words: string): string | null {
  if (!words.startsWith('{"') || !words.includes('"recipient"')) return null
  const { author, recipient, content } = parseToolInput(words)
  return typeof author === 'string' && typeof recipient === 'string' && typeof content === 'string'
    ? content
    : null
}

/** Content of a message or a result as blocks; those of other kinds stay as they are. */
function readContentParts(content: unknown): readonly ContentBlock[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return []
  return content.filter(isRecord).map((part): ContentBlock => {
    const { type, text: words } = part
    if (typeof words === 'string') return { type: 'text', text: words }
    if (type === 'input_image') return readImagePart(part)
    return { ...part, type: toTextOrNull(type) ?? 'unknown' }
  })
}

const dataUrl = /^data:([^;,]*)(?:;[^,]*)?;base64,/

function readImagePart(part: Fields): ContentBlock {
  const url = toTextOrNull(part['image_url'])
  if (url === null) return { ...part, type: 'input_image' }
  const found = dataUrl.exec(url.slice(0, 200))
  if (found === null) return { type: 'image', source: { type: 'url', url } }
  return createImageBlock(found[1] ?? '', url.slice(found[0].length))
}

const createImageBlock = (mediaType: string, data: string): ContentBlock => ({
  type: 'image',
  source: { type: 'base64', media_type: mediaType || 'image/png', data },
})

function readGeneratedImage(payload: Fields): readonly ContentBlock[] {
  const { result, ...rest } = copyVerbatim(payload)
  return typeof result === 'string' ? [rest, createImageBlock('image/png', result)] : [rest]
}

/** Reasoning with its words, where there are any; else what only the vendor can read. */
function readReasoning(payload: Fields): ContentBlock {
  const thinking = [...readContentParts(payload['summary']), ...readContentParts(payload['content'])]
    .map((part) => part['text'])
    .filter((words) => typeof words === 'string')
    .join('\n')
  const { encrypted_content } = payload
  const kept = typeof encrypted_content === 'string' ? { encrypted_content } : {}
  return thinking === '' ? { type: 'reasoning', ...kept } : { type: 'thinking', thinking, ...kept }
}

function buildToolCall(payload: Fields, id: string): ContentBlock {
  const { type, namespace } = payload
  const name = toTextOrNull(payload['name']) ?? toTextOrNull(readNestedFields(payload, 'function')['name'])
  switch (type) {
    case 'custom_tool_call':
      return { type: 'tool_use', id, name: name ?? 'custom', input: { input: payload['input'] ?? '' } }
    case 'local_shell_call':
      return { type: 'tool_use', id, name: 'local_shell', input: readNestedFields(payload, 'action') }
    case 'tool_search_call':
      return { type: 'tool_use', id, name: 'tool_search', input: parseToolInput(payload['arguments']) }
    default:
      return {
        type: 'tool_use',
        id,
        name: joinToolName(toTextOrNull(namespace), name ?? 'unknown'),
        input: parseToolInput(payload['arguments']),
        ...(typeof namespace === 'string' ? { namespace } : {}),
      }
  }
}

/** Tools of MCP servers are called by the names that other agents give them too. */
export function joinToolName(namespace: string | null, name: string): string {
  if (namespace?.startsWith('mcp__') !== true || name.startsWith('mcp__')) return name
  return namespace.endsWith('__') ? `${namespace}${name}` : `${namespace}__${name}`
}

function parseToolInput(value: unknown): Fields {
  if (isRecord(value)) return value
  const parsed = parseJsonText(value)
  // What is no JSON is kept as it is.
  return isRecord(parsed) ? parsed : { raw: value ?? null }
}

function readToolResult(payload: Fields, callId: string): Item {
  const output = payload['output'] ?? payload['tools'] ?? payload['result']
  const content = readOutputContent(output)
  const failed = isRecord(output) && output['success'] === false ? { is_error: true } : {}
  return { kind: 'result', callId, block: { type: 'tool_result', tool_use_id: callId, content, ...failed } }
}

/** Output as text or blocks; early versions wrap it in an object. */
function readOutputContent(output: unknown): string | ContentBlock[] {
  if (typeof output === 'string') return output
  if (Array.isArray(output)) {
    const isContent = output.every(
      (part) => isRecord(part) && /^(?:input|output)_|^encrypted/.test(toSafeString(part['type'])),
    )
    return isContent ? [...readContentParts(output)] : JSON.stringify(output)
  }
  if (!isRecord(output)) return ''
  return toTextOrNull(output['content']) ?? toTextOrNull(output['text']) ?? JSON.stringify(output)
}

/** An item of its own kind, without what is not sent. */
function copyVerbatim(payload: Fields): ContentBlock & Fields {
  const { type, metadata: _, internal_chat_message_metadata_passthrough: __, ...rest } = payload
  return { ...rest, type: toSafeString(type) }
}
