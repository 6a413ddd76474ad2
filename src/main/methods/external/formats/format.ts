import { parseJson } from '../../../../shared/kernel/json-values.ts'
import type { ContentBlock, Message } from '../../../../shared/kernel/message.ts'

/** One message or item as a format has it, and the message of ours that it is, or is a piece of. */
export type SentItem = { readonly item: unknown; readonly source: number }

/** Notes that something could not be carried: its name, in the plural. */
export type LeaveOut = (what: string) => void

/** What an item says, as a message of ours. */
export type ReadPiece = {
  readonly message: Message
  /** Whether it may go on with the message before it, where both come from one message or from none. */
  readonly joins: boolean
}

/** A format of messages: how ours are written in it, and how its items are read. */
export type ArmFormat = {
  readonly write: (messages: readonly Message[], leave: LeaveOut) => readonly SentItem[]
  readonly read: (item: unknown) => ReadPiece
}

/** Fields of an object whose shape is not known. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is an object with fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The objects of a list; empty for what is no list. */
export function selectFields(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}

/** What is no message at all, such as `null`: a message without role and content, which breaks the rules for both. */
export function makeInvalidMessage(item: unknown): ReadPiece {
  const role = item === null ? 'null' : Array.isArray(item) ? 'array' : typeof item
  return { message: { role, content: [] }, joins: false }
}

/** The address of an image: of its data, or of where it lies; null where the block names neither. */
export function readImageUrl(block: ContentBlock): string | null {
  const source = block['source']
  if (!isFields(source)) return null
  const { type, url, media_type: media, data } = source
  if (type === 'url' && typeof url === 'string') return url
  return typeof media === 'string' && typeof data === 'string' ? `data:${media};base64,${data}` : null
}

/** The image of an address. */
export function buildImageBlock(url: string): ContentBlock {
  const data = /^data:([^;,]+);base64,(.*)$/s.exec(url)
  return data === null
    ? { type: 'image', source: { type: 'url', url } }
    : { type: 'image', source: { type: 'base64', media_type: data[1] ?? '', data: data[2] ?? '' } }
}

/** Arguments that are written as text; what is no JSON stays text, which the rules refuse. */
export function parseArguments(text: unknown): unknown {
  if (typeof text !== 'string') return text ?? {}
  if (text === '') return {}
  try {
    const value: unknown = parseJson(text)
    return value
  } catch {
    return text
  }
}

/** Pieces of a list by whether they are of one kind, in order: `[a, a, b, a]` gives `[[a, a], [b], [a]]`. */
export function splitRunsByKind<T>(items: readonly T[], kindOf: (item: T) => boolean): T[][] {
  const runs: T[][] = []
  let last: boolean | null = null
  for (const item of items) {
    const kind = kindOf(item)
    if (kind === last) runs.at(-1)?.push(item)
    else runs.push([item])
    last = kind
  }
  return runs
}
