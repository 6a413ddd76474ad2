import { buildImageBlock, isFields } from '../../../src/main/methods/external/formats/format.ts'
import type { ContentBlock } from '../../../src/shared/kernel/message.ts'
import type { WireMessage } from './types.ts'

/** Fields as plain JSON, which can be copied and frozen: bytes become base64, addresses and times become text. */
export function toPlainJson(fields: WireMessage): WireMessage
export function toPlainJson(value: unknown): unknown
/** The same for any value. */
export function toPlainJson(value: unknown): unknown {
  if (value instanceof URL || value instanceof Date) return value.toJSON()
  const bytes = readBytes(value)
  if (bytes !== null) return toBase64(bytes)
  if (Array.isArray(value)) return value.map((one: unknown) => toPlainJson(one))
  if (!isFields(value)) return typeof value === 'function' || typeof value === 'symbol' ? undefined : value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toPlainJson(inner)]))
}

/** An image or another file of the AI SDK: its data, or where they lie. */
export function readMedia(part: WireMessage): ContentBlock {
  const given = toPlainJson(part['type'] === 'image' ? part['image'] : part['data'])
  const data = isFields(given) ? (given['data'] ?? given['url']) : given
  const named = typeof part['mediaType'] === 'string' ? part['mediaType'] : null
  const isImage = part['type'] === 'image' || named === 'image' || named?.startsWith('image/') === true
  if (!isImage || typeof data !== 'string')
    return { ...toPlainJson(part), type: `media-${String(part['type'])}` }
  const isPlace = /^(?:https?|data):/.test(data)
  return buildImageBlock(isPlace ? data : `data:${named ?? 'image/png'};base64,${data}`)
}

function readBytes(value: unknown): Uint8Array | null {
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : null
}

function toBase64(bytes: Uint8Array): string {
  // In pieces: a call takes so many arguments and no more.
  const pieces = Array.from({ length: Math.ceil(bytes.length / 8192) }, (_, at) =>
    // oxlint-disable-next-line dewpoint/spread-arguments -- 8192 of them
    String.fromCharCode(...bytes.subarray(8192 * at, 8192 * (at + 1))),
  )
  return btoa(pieces.join(''))
}
