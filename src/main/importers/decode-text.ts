import { isUtf8 } from 'node:buffer'

/** `lossAt` is the first byte that is no valid text, null where there is none. */
export type DecodedText = Readonly<{ text: string; bom: boolean; exact: boolean; lossAt: number | null }>

function firstDifference(left: Uint8Array, right: Uint8Array): number {
  let at = 0
  while (at < left.length && left[at] === right[at]) at += 1
  return at
}

/**
 * Turns the bytes of a file into text: UTF-8 with or without a byte order mark, or UTF-16 with one. Bytes that are
 * no UTF-8 become U+FFFD; `exact` is true when the text gives the same bytes back.
 */
export function decodeText(bytes: Buffer): DecodedText {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), bom: true, exact: false, lossAt: null }
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const body = bom ? bytes.subarray(3) : bytes
  const text = body.toString('utf8')
  if (isUtf8(body)) return { text, bom, exact: true, lossAt: null }
  const lossAt = firstDifference(body, Buffer.from(text)) + (bom ? 3 : 0)
  return { text, bom, exact: false, lossAt }
}
