import type { ContentBlock } from '../../../shared/kernel/message.ts'
import { isRecord, type Fields } from '../json/fields.ts'
import { readCallInput } from '../messages/blocks.ts'

/** Gives ids to calls and results that have none: the next result of a name answers the first open call of it. */
export type CallIds = {
  readonly ofCall: (name: string, id: unknown) => string
  readonly ofResult: (name: string, id: unknown) => string
}

/** Ids of the calls of one session. Older versions of the API know a call by its name alone. */
export function createCallIds(): CallIds {
  const open = new Map<string, string[]>()
  let made = 0
  const make = (name: string): string => `${name}_${(made += 1)}`
  return {
    ofCall: (name, id) => {
      if (typeof id === 'string' && id !== '') return withoutPrefix(name, id)
      const own = make(name)
      open.set(name, [...(open.get(name) ?? []), own])
      return own
    },
    ofResult: (name, id) => {
      if (typeof id === 'string' && id !== '') return withoutPrefix(name, id)
      return open.get(name)?.shift() ?? make(name)
    },
  }
}

/** Gemini CLI stores ids as `<tool>__<id>` and sends what stands behind the name. */
function withoutPrefix(name: string, id: string): string {
  const prefix = `${name.trim() || 'generic_tool'}__`
  return id.startsWith(prefix) ? id.slice(prefix.length) : id
}

/** Blocks of the parts of one of Gemini's messages; what nobody here knows is kept under its own name. */
export function readGeminiBlocks(parts: unknown, ids: CallIds): readonly ContentBlock[] {
  if (typeof parts === 'string') return parts === '' ? [] : [{ type: 'text', text: parts }]
  const list: readonly unknown[] = Array.isArray(parts) ? parts : [parts]
  return list.flatMap((part): readonly ContentBlock[] => {
    if (typeof part === 'string') return part === '' ? [] : [{ type: 'text', text: part }]
    return isRecord(part) ? readPartBlocks(part, ids) : []
  })
}

function readPartBlocks(part: Fields, ids: CallIds): readonly ContentBlock[] {
  const { text, thought } = part
  // Python's client writes them with underscores.
  const functionCall = part['functionCall'] ?? part['function_call']
  const functionResponse = part['functionResponse'] ?? part['function_response']
  const inlineData = part['inlineData'] ?? part['inline_data']
  const signed = part['thoughtSignature'] ?? part['thought_signature']
  const signature = typeof signed === 'string' ? { signature: signed } : {}
  if (isRecord(functionCall)) return [{ ...buildCallBlock(functionCall, ids), ...signature }]
  if (isRecord(functionResponse)) return [buildResultBlock(functionResponse, ids)]
  if (isRecord(inlineData)) return [buildDataBlock(inlineData)]
  if (typeof text === 'string') {
    if (thought === true) return text === '' ? [] : [{ type: 'thinking', thinking: text, ...signature }]
    return text === '' ? [] : [{ type: 'text', text }]
  }
  const kind = Object.keys(part).find((key) => isRecord(part[key]))
  return kind === undefined ? [] : [{ ...part, type: kind }]
}

function buildCallBlock(call: Fields, ids: CallIds): ContentBlock {
  const name = typeof call['name'] === 'string' ? call['name'] : ''
  return { type: 'tool_use', id: ids.ofCall(name, call['id']), name, input: readCallInput(call['args']) }
}

function buildResultBlock(result: Fields, ids: CallIds): ContentBlock {
  const name = typeof result['name'] === 'string' ? result['name'] : ''
  const { text, isError } = readResponseText(result['response'])
  const parts: readonly unknown[] = Array.isArray(result['parts']) ? result['parts'] : []
  const inside = readGeminiBlocks(parts, ids)
  return {
    type: 'tool_result',
    tool_use_id: ids.ofResult(name, result['id']),
    content: inside.length === 0 ? text : [...(text === '' ? [] : [{ type: 'text', text }]), ...inside],
    ...(isError ? { is_error: true } : {}),
  }
}

/** What the model reads of a response: its output or error, else all of it. */
function readResponseText(response: unknown): { readonly text: string; readonly isError: boolean } {
  if (typeof response === 'string') return { text: response, isError: false }
  if (!isRecord(response))
    return { text: response === undefined ? '' : JSON.stringify(response), isError: false }
  const { output, error } = response
  if (typeof output === 'string') return { text: output, isError: false }
  if (typeof error === 'string') return { text: error, isError: true }
  return { text: JSON.stringify(response), isError: error !== undefined }
}

function buildDataBlock({ mimeType, mime_type: mime, data }: Fields): ContentBlock {
  const given = mimeType ?? mime
  const media = typeof given === 'string' ? given : ''
  const source = { type: 'base64', media_type: media, data }
  return { type: media.startsWith('image/') ? 'image' : 'document', source }
}

/** A message as it is compared: reasoning is shown and never sent, and signatures come and go. */
export function buildContentKey(role: string, blocks: readonly ContentBlock[]): string {
  const sent = blocks
    .filter(isSent)
    .map((block) => Object.entries(block).filter(([key]) => key !== 'signature'))
  return JSON.stringify([role, sent])
}

/** Whether a block is sent again; the thoughts of an answer are not. */
export function isSent({ type }: ContentBlock): boolean {
  return type !== 'thinking'
}
