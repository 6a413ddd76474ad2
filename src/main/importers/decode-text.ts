import { isUtf8 } from 'node:buffer'
import type { SourceFile } from './source-file.ts'

/** `lossAt` is the first byte that is no valid text, null where there is none. */
export type DecodedText = Pick<SourceFile, 'text' | 'utf8' | 'bom' | 'exact'> &
  Readonly<{ lossAt: number | null }>

function firstDifference(left: Uint8Array, right: Uint8Array): number {
  let at = 0
  while (at < left.length && left[at] === right[at]) at += 1
  return at
}

/**
 * Turns the bytes of a file into text: UTF-8 with or without a byte order mark, or UTF-16 with one. Bytes that are
 * no UTF-8 become U+FFFD; `exact` is true when the text gives the same bytes back. Clean UTF-8 is decoded when
 * somebody asks for the text: V8 takes two bytes for each character of a text with a single one beyond Latin-1.
 */
export function decodeText(bytes: Buffer): DecodedText {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null
  if (utf16) {
    const text = new TextDecoder(utf16).decode(bytes)
    return { text, utf8: null, bom: true, exact: false, lossAt: null }
  }
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const body = bom ? bytes.subarray(3) : bytes
  if (isUtf8(body)) {
    let decoded: string | undefined
    return {
      get text() {
        decoded ??= body.toString('utf8')
        return decoded
      },
      utf8: body,
      bom,
      exact: true,
      lossAt: null,
    }
  }
  const text = body.toString('utf8')
  const lossAt = firstDifference(body, Buffer.from(text)) + (bom ? 3 : 0)
  return { text, utf8: null, bom, exact: false, lossAt }
}
