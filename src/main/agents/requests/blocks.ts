import type { ContentBlock } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { CallIds } from '../gemini-cli/parts.ts'
import { isRecord, readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'

const dataUrl = /^data:([^;,]*)(?:;[^,]*)?;base64,/

/** An image or another file by its address or its data, as Anthropic writes it. */
export function buildMediaBlock(value: string, mediaType: string | null = null): ContentBlock {
  const found = dataUrl.exec(value.slice(0, 200))
  const isAddress = found === null && /^[a-z]+:\/\//i.test(value.slice(0, 20))
  const media = mediaType ?? found?.[1] ?? ''
  const type = media === '' || media.startsWith('image/') ? 'image' : 'document'
  if (isAddress) return { type, source: { type: 'url', url: value } }
  const data = found === null ? value : value.slice(found[0].length)
  return { type, source: { type: 'base64', media_type: media || 'image/png', data } }
}

/** A call of a tool, whatever its arguments are written as. */
export function buildCallBlock(id: string, name: unknown, input: Fields): ContentBlock {
  return { type: 'tool_use', id, name: toTextOrNull(name) ?? 'unknown', input }
}

/** A text block; none for no text. */
export function buildTextBlocks(value: unknown): readonly ContentBlock[] {
  return typeof value === 'string' && value !== '' ? [{ type: 'text', text: value }] : []
}

/** Texts of a system prompt that is a text, a list of blocks or an object of parts. */
export function readSystemText(value: unknown): string | null {
  if (typeof value === 'string') return toTextOrNull(value)
  const blocks = isRecord(value) ? readRecordList(value['parts']) : readRecordList(value)
  return toTextOrNull(blocks.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n'))
}

/** Names of tools, in whatever form they are offered. */
export function readToolNames(value: unknown): readonly string[] {
  const tools: readonly unknown[] = Array.isArray(value) ? value : isRecord(value) ? Object.keys(value) : []
  return tools.flatMap((tool) => {
    if (typeof tool === 'string') return [tool]
    if (!isRecord(tool)) return []
    const { name, type, functionDeclarations } = tool
    const inner = isRecord(tool['function']) ? tool['function']['name'] : null
    if (Array.isArray(functionDeclarations)) return readToolNames(functionDeclarations)
    return [toTextOrNull(name) ?? toTextOrNull(inner) ?? toTextOrNull(type) ?? 'unknown']
  })
}

/** What an id begins with that no request had: calls without ids are known by their order within one request alone. */
export const madeUp = '\u0001'

/** Ids for calls and results of one request that have none: the next result of a name answers its first open call. */
export function createLocalIds(): CallIds {
  const open = new Map<string, string[]>()
  let made = 0
  const make = (name: string): string => `${madeUp}${name}_${(made += 1)}`
  return {
    ofCall: (name, id) => {
      if (toTextOrNull(id) !== null) return toSafeString(id)
      const own = make(name)
      open.set(name, [...(open.get(name) ?? []), own])
      return own
    },
    ofResult: (name, id) => toTextOrNull(id) ?? open.get(name)?.shift() ?? make(name),
  }
}
