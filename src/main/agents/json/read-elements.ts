import { createTextSharer } from '../../../shared/kernel/json-values.ts'

const quote = 0x22
const backslash = 0x5c

/** From this size on elements are read one by one, in bytes: below it the text of the whole is soon made. */
export const leastLength = 1_000_000

export type Elements = Readonly<{
  values: readonly unknown[]
  /** Where each ends in the bytes, if `JSON.stringify` of the messages begins the file; null where anything is written otherwise. */
  ends: readonly number[] | null
}>

/**
 * The elements of a JSON array of objects that stands alone in UTF-8 bytes, as `JSON.parse` of the whole would give
 * them. Each is decoded alone: the text of the whole would take up to twice the memory of the bytes. Null for
 * everything else, damaged arrays among it, which whoever has the text can tell apart. Never throws.
 */
export function readElements(bytes: Buffer): Elements | null {
  let at = skipSpace(bytes, 0)
  if (bytes[at] !== 0x5b) return null
  let isCompact = at === 0
  const values: unknown[] = []
  const ends: number[] = []
  const shareTexts = createTextSharer()
  try {
    do {
      const start = skipSpace(bytes, at + 1)
      const end = findObjectEnd(bytes, start)
      if (end === -1) return null
      const text = bytes.toString('utf8', start, end)
      const value: unknown = JSON.parse(text)
      // While the text is at hand: to write each a second time for it takes half as long again.
      isCompact &&= start === at + 1 && isMessageWritten(value, text)
      shareTexts(value)
      values.push(value)
      ends.push(end)
      at = skipSpace(bytes, end)
      isCompact &&= at === end
    } while (bytes[at] === 0x2c)
  } catch {
    return null
  }
  const isWhole = bytes[at] === 0x5d && skipSpace(bytes, at + 1) === bytes.length
  return isWhole ? { values, ends: isCompact ? ends : null } : null
}

/** True where `JSON.stringify` writes a message just so. Nobody asks how other values are written, such as lines of a chat. */
function isMessageWritten(value: unknown, text: string): boolean {
  if (typeof value !== 'object' || value === null || !('role' in value)) return false
  try {
    return JSON.stringify(value) === text
  } catch {
    // It nests too deep to be written.
    return false
  }
}

function skipSpace(bytes: Buffer, start: number): number {
  let at = start
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1
  return at
}

/**
 * End of the object that opens at `start`, found by counting brackets outside strings; -1 where there is none. The ends
 * of strings are looked for natively, ten times as fast as byte by byte.
 */
function findObjectEnd(bytes: Buffer, start: number): number {
  if (bytes[start] !== 0x7b) return -1
  let depth = 0
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === quote) {
      at = findStringEnd(bytes, at)
      if (at === -1) return -1
    } else if (byte === 0x7b || byte === 0x5b) depth += 1
    else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}

/** The closing quote of the string that opens at `start`; -1 where there is none. */
function findStringEnd(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(quote, start + 1)
  while (at !== -1) {
    let slashes = 0
    while (bytes[at - 1 - slashes] === backslash) slashes += 1
    if (slashes % 2 === 0) return at
    at = bytes.indexOf(quote, at + 1)
  }
  return -1
}
