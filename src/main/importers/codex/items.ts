import { type Fields, fieldsAt, textOf } from '../json/fields.ts'
import type { ContentBlock } from '../../../shared/domain/message.ts'
import { isRecord } from '../json/read-json.ts'
import { isContextual, isFragment } from './fragments.ts'
import { stringOf } from '../../../shared/lib/string-of.ts'
import { parseJson } from '../../../shared/lib/json-values.ts'

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
export function itemOf(payload: Fields, names: Readonly<{ own: string; call: string | null }>): Item {
  const callId = textOf(payload['call_id'])
  switch (payload['type']) {
    case 'message':
      return messageOf(payload)
    case 'agent_message':
      return fromAgent('user', wordsOfAgent(payload))
    case 'reasoning':
      return answer([reasoningOf(payload)])
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
    case 'tool_search_call':
    case 'tool_call':
      return answer([callOf(payload, callId ?? textOf(payload['id']) ?? names.own)])
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'tool_search_output':
    case 'tool_result':
      return resultOf(payload, callId ?? names.call ?? names.own)
    case 'web_search_call':
      return answer([verbatim(payload)])
    case 'image_generation_call':
      return answer(pictureOf(payload))
    case 'compaction':
    case 'compaction_summary':
    case 'context_compaction':
      return { kind: 'answer', blocks: [{ ...verbatim(payload), type: 'compaction' }], isSummary: true }
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
  const item = payload['type'] === 'message' ? messageOf(payload) : null
  return item?.kind === 'input' && item.isTurn
}

const answer = (blocks: readonly ContentBlock[]): Item => ({ kind: 'answer', blocks, isSummary: false })

function messageOf(payload: Fields): Item {
  const blocks = partsOf(payload['content'])
  const texts = blocks.flatMap((block) => (typeof block['text'] === 'string' ? [block['text']] : []))
  switch (payload['role']) {
    case 'assistant':
      return isFromAgent(texts) ? fromAgent('assistant', blocks) : answer(blocks)
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

const fromAgent = (role: 'user' | 'assistant', blocks: readonly ContentBlock[]): Item => ({
  kind: 'input',
  role,
  blocks,
  isBoilerplate: false,
  isTurn: true,
})

/** What another agent says; a line of its own is sent behind a head, as Codex does (its `InterAgentCommunication`). */
function wordsOfAgent(payload: Fields): readonly ContentBlock[] {
  const { content, encrypted_content, trigger_turn, recipient, author } = payload
  if (Array.isArray(content) || typeof encrypted_content !== 'string') return partsOf(content)
  const kind = trigger_turn === true ? 'NEW_TASK' : 'MESSAGE'
  const head = `Message Type: ${kind}\nTask name: ${textOf(recipient) ?? ''}\nSender: ${textOf(author) ?? ''}\nPayload:\n`
  return [
    { type: 'text', text: head },
    { type: 'encrypted_content', encrypted_content },
  ]
}

/** Whether a message in the role of the assistant is what another agent said, as JSON. */
function isFromAgent([words, ...others]: readonly string[]): boolean {
  return words !== undefined && others.length === 0 && agentMessage(words) !== null
}

/** The words in a message from another agent that is JSON; null for anything else. */
export function agentMessage(words: string): string | null {
  if (!words.startsWith('{"') || !words.includes('"recipient"')) return null
  const { author, recipient, content } = inputOf(words)
  return typeof author === 'string' && typeof recipient === 'string' && typeof content === 'string'
    ? content
    : null
}

/** Content of a message or a result as blocks; those of other kinds stay as they are. */
function partsOf(content: unknown): readonly ContentBlock[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return []
  return content.filter(isRecord).map((part): ContentBlock => {
    const { type, text: words } = part
    if (typeof words === 'string') return { type: 'text', text: words }
    if (type === 'input_image') return imageOf(part)
    return { ...part, type: textOf(type) ?? 'unknown' }
  })
}

const dataUrl = /^data:([^;,]*)(?:;[^,]*)?;base64,/

function imageOf(part: Fields): ContentBlock {
  const url = textOf(part['image_url'])
  if (url === null) return { ...part, type: 'input_image' }
  const found = dataUrl.exec(url.slice(0, 200))
  if (found === null) return { type: 'image', source: { type: 'url', url } }
  return image(found[1] ?? '', url.slice(found[0].length))
}

const image = (mediaType: string, data: string): ContentBlock => ({
  type: 'image',
  source: { type: 'base64', media_type: mediaType || 'image/png', data },
})

function pictureOf(payload: Fields): readonly ContentBlock[] {
  const { result, ...rest } = verbatim(payload)
  return typeof result === 'string' ? [rest, image('image/png', result)] : [rest]
}

/** Reasoning with its words, where there are any; else what only the vendor can read. */
function reasoningOf(payload: Fields): ContentBlock {
  const thinking = [...partsOf(payload['summary']), ...partsOf(payload['content'])]
    .map((part) => part['text'])
    .filter((words) => typeof words === 'string')
    .join('\n')
  const { encrypted_content } = payload
  const kept = typeof encrypted_content === 'string' ? { encrypted_content } : {}
  return thinking === '' ? { type: 'reasoning', ...kept } : { type: 'thinking', thinking, ...kept }
}

function callOf(payload: Fields, id: string): ContentBlock {
  const { type, namespace } = payload
  const name = textOf(payload['name']) ?? textOf(fieldsAt(payload, 'function')['name'])
  switch (type) {
    case 'custom_tool_call':
      return { type: 'tool_use', id, name: name ?? 'custom', input: { input: payload['input'] ?? '' } }
    case 'local_shell_call':
      return { type: 'tool_use', id, name: 'local_shell', input: fieldsAt(payload, 'action') }
    case 'tool_search_call':
      return { type: 'tool_use', id, name: 'tool_search', input: inputOf(payload['arguments']) }
    default:
      return {
        type: 'tool_use',
        id,
        name: fullName(textOf(namespace), name ?? 'unknown'),
        input: inputOf(payload['arguments']),
        ...(typeof namespace === 'string' ? { namespace } : {}),
      }
  }
}

/** Tools of MCP servers are called by the names that other agents give them too. */
export function fullName(namespace: string | null, name: string): string {
  if (namespace?.startsWith('mcp__') !== true || name.startsWith('mcp__')) return name
  return namespace.endsWith('__') ? `${namespace}${name}` : `${namespace}__${name}`
}

function inputOf(value: unknown): Fields {
  if (isRecord(value)) return value
  try {
    const parsed: unknown = parseJson(stringOf(value))
    if (isRecord(parsed)) return parsed
  } catch {
    // What is no JSON is kept as it is.
  }
  return { raw: value ?? null }
}

function resultOf(payload: Fields, callId: string): Item {
  const output = payload['output'] ?? payload['tools'] ?? payload['result']
  const content = contentOf(output)
  const failed = isRecord(output) && output['success'] === false ? { is_error: true } : {}
  return { kind: 'result', callId, block: { type: 'tool_result', tool_use_id: callId, content, ...failed } }
}

/** Output as text or blocks; early versions wrap it in an object. */
function contentOf(output: unknown): string | ContentBlock[] {
  if (typeof output === 'string') return output
  if (Array.isArray(output)) {
    const isContent = output.every(
      (part) => isRecord(part) && /^(?:input|output)_|^encrypted/.test(stringOf(part['type'])),
    )
    return isContent ? [...partsOf(output)] : JSON.stringify(output)
  }
  if (!isRecord(output)) return ''
  return textOf(output['content']) ?? textOf(output['text']) ?? JSON.stringify(output)
}

/** An item of its own kind, without what is not sent. */
function verbatim(payload: Fields): ContentBlock & Fields {
  const { type, metadata: _, internal_chat_message_metadata_passthrough: __, ...rest } = payload
  return { ...rest, type: stringOf(type) }
}
