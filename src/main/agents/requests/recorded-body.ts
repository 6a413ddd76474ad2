import { parseJson } from '../../../shared/kernel/json-values.ts'
import { computeGrowthLimit, unpackGzip, unpackZstd } from '../../platform/files/unpack.ts'
import { isRecord, type Fields } from '../json/fields.ts'

/** A larger body of a few bytes is made to take the machine down. */
const mostUnpacked = 256 * 1024 * 1024

/** A body as an object: JSON, perhaps within the text of a HAR file, in Base64 or compressed. */
export function readBodyObject(value: unknown): Fields | null {
  const text = readBodyText(value)
  if (text === null) return isRecord(value) ? value : null
  if (!/^\s*\{/.test(text)) return null
  try {
    const parsed: unknown = parseJson(text)
    return isRecord(parsed) ? parsed : null
  } catch {
    return null
  }
}

/** The text of a body; null where it is none, or is one already that needs no reading. */
export function readBodyText(value: unknown): string | null {
  if (typeof value === 'string') return unpackText(value, false)
  if (!isRecord(value)) return null
  const { text, encoding, string, mimeType, size } = value
  if (typeof string === 'string') return unpackText(string, false)
  const isContent = mimeType !== undefined || size !== undefined || encoding !== undefined
  return typeof text === 'string' && isContent ? unpackText(text, encoding === 'base64') : null
}

function unpackText(text: string, isBase64: boolean): string {
  // What gzip and zstd begin with, in Base64.
  const isPacked = /^(?:H4sI|KLUv)/.test(text)
  if (!isBase64 && !isPacked) return text
  const bytes = Buffer.from(text, 'base64')
  const most = computeGrowthLimit(bytes, mostUnpacked)
  try {
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return unpackGzip(bytes, most).toString('utf8')
    if (bytes.readUInt32LE(0) === 0xfd2fb528) return unpackZstd(bytes, most).toString('utf8')
  } catch {
    return ''
  }
  return bytes.toString('utf8')
}

/** What a text says as JSON; the text itself where it says nothing. */
export function parseJsonOrText(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return text
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
