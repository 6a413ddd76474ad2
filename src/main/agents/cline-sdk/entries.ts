import { append } from '../../../shared/kernel/append.ts'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { isRecord, type Fields } from '../json/fields.ts'
import type { Entry } from '../session/entry-order.ts'
import { readTypedText } from './user-input.ts'

/** So many characters of a string in a result are sent. */
const mostCharacters = 8000

/** A stored message in the versions that there are of it. */
export type Versions = Readonly<{
  /** As it is sent. */
  sent: Entry
  /** With results at their full length; the same where none is shortened. */
  whole: Entry
}>

/** Turns a stored message into messages; `isCopy` says that it stands for another one. */
export function buildVersions(stored: Message, origin: number, isCopy = false): Versions {
  const whole = buildMessage(stored, origin, (content) => content)
  const sent = buildMessage(stored, origin, shortenNested)
  const own: Entry = { message: whole, ...(isCopy ? { isCopy } : {}) }
  const isShort = JSON.stringify(sent) !== JSON.stringify(whole)
  return { whole: own, sent: isShort ? { message: sent, isCopy: true } : own }
}

/** What Cline keeps beside a message, such as whether it is a summary. */
export function readMetadata(stored: Message): Fields {
  return isRecord(stored['metadata']) ? stored['metadata'] : {}
}

/** Whether a message is the summary that a compaction wrote. */
export function isSummary(stored: Message): boolean {
  return readMetadata(stored)['kind'] === 'compaction_summary'
}

/** Names the summary that a message is. */
export function buildCondenseId(stored: Message, origin: number): string {
  const { generatedAt } = readMetadata(stored)
  return `compaction ${typeof generatedAt === 'number' ? generatedAt : origin}`
}

/** The result that Cline sends for a call without one. */
export function buildMissingResult({ id, name }: Fields): Entry {
  const text = `Tool execution was interrupted before a result was produced.${name === '' ? '' : ` Tool: ${toSafeString(name)}.`}`
  const content: ContentBlock[] = [
    { type: 'tool_result', tool_use_id: toSafeString(id), content: [{ type: 'text', text }], is_error: true },
  ]
  return { message: { role: 'user', content, isBoilerplate: true }, isCopy: true }
}

function buildMessage(stored: Message, index: number, cut: (content: unknown) => unknown): Message {
  const { role, content, ts } = stored
  const id = typeof stored['id'] === 'string' ? { id: stored['id'] } : {}
  const isOwn = ['system', 'status', 'error'].includes(toSafeString(readMetadata(stored)['displayRole']))
  return {
    role,
    content:
      typeof content === 'string'
        ? cleanTypedText(role, content)
        : content.map((block) => buildBlock(role, block, cut)),
    ...(ts === undefined || ts === null ? {} : { ts }),
    origin: { index, ...id },
    ...(isSummary(stored) ? { isSummary: true, condenseId: buildCondenseId(stored, index) } : {}),
    // Its first compaction marks the typed message that it adds its notice to in the same way.
    ...(isOwn && !isSummary(stored) && readMetadata(stored)['kind'] !== 'compaction'
      ? { isBoilerplate: true }
      : {}),
  }
}

function cleanTypedText(role: string, text: string): string {
  return role === 'user' ? readTypedText(text) : text
}

function buildBlock(role: string, block: ContentBlock, cut: (content: unknown) => unknown): ContentBlock {
  switch (block.type) {
    case 'text':
      return typeof block['text'] === 'string'
        ? { ...block, text: cleanTypedText(role, block['text']) }
        : block
    case 'image':
      return buildImageBlock(block)
    case 'tool_use':
      return isRecord(block['input']) ? block : { ...block, input: { raw: block['input'] } }
    case 'tool_result':
      return { ...block, content: readResultContent(cut(block['content'])) }
    default:
      return block
  }
}

function buildImageBlock(block: Fields): ContentBlock {
  const { data, mediaType } = block
  return typeof data === 'string'
    ? { type: 'image', source: { type: 'base64', media_type: toSafeString(mediaType), data } }
    : { ...block, type: 'image' }
}

/** Results of Cline's own tools are lists of what was asked and what came back, and are sent as JSON. */
function readResultContent(content: unknown): string | ContentBlock[] {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return JSON.stringify(content ?? '')
  const blocks = content.filter((item) => isRecord(item) && typeof item['type'] === 'string')
  if (blocks.length < content.length) return withImagesApart(content)
  return blocks.map((block: ContentBlock) => (block.type === 'image' ? buildImageBlock(block) : block))
}

/** An image that a tool read stands inside what came back, and is sent behind the rest. */
function withImagesApart(content: readonly unknown[]): string | ContentBlock[] {
  const images: ContentBlock[] = []
  const items = content.map((item) => {
    const parts = isRecord(item) ? item['result'] : null
    if (!isRecord(item) || !Array.isArray(parts) || !parts.some(isImage)) return item
    append(images, parts.filter(isImage).map(buildImageBlock))
    const rest = parts.filter((part) => !isImage(part))
    return { ...item, result: rest.map((part: unknown) => (isRecord(part) ? (part['text'] ?? part) : part)) }
  })
  const text = JSON.stringify(items)
  return images.length === 0 ? text : [{ type: 'text', text }, ...images]
}

function isImage(part: unknown): part is Fields {
  return isRecord(part) && part['type'] === 'image' && typeof part['data'] === 'string'
}

/** What a result holds as it is sent: the middle of each long string left out. The very value where none is long. */
function shortenNested(value: unknown): unknown {
  if (typeof value === 'string') return shortenText(value)
  if (Array.isArray(value)) {
    const items = value.map(shortenNested)
    return items.every((item, at) => item === value[at]) ? value : items
  }
  // Pictures are sent whole.
  if (!isRecord(value) || value['type'] === 'image' || typeof value['mediaType'] === 'string') return value
  const entries = Object.entries(value).map(([key, item]) => [key, shortenNested(item)] as const)
  return entries.every(([key, item]) => item === value[key]) ? value : Object.fromEntries(entries)
}

function shortenText(text: string): string {
  if (text.length <= mostCharacters) return text
  const countKeptBeside = (marker: string): number =>
    Math.max(0, Math.floor((mostCharacters - marker.length) / 2))
  const removed = text.length - countKeptBeside(formatTruncationMark(text.length - mostCharacters)) * 2
  const kept = countKeptBeside(formatTruncationMark(removed))
  return `${text.slice(0, kept)}${formatTruncationMark(removed)}${text.slice(text.length - kept)}`
}

function formatTruncationMark(removed: number): string {
  return `\n\n...[truncated ${removed} chars]...\n\n`
}
