import { isUtf8 } from 'node:buffer'
import type { SourceFile } from './source-file.ts'

/** `lossAt` is the first byte that is no valid text in `encoding`, null where there is none. */
export type DecodedText = Pick<SourceFile, 'text' | 'utf8' | 'bom' | 'exact'> &
  Readonly<{ encoding: 'UTF-8' | 'UTF-16'; lossAt: number | null }>

/** The first place at which two runs of bytes differ. */
export function findFirstDifference(left: Uint8Array, right: Uint8Array): number {
  let at = 0
  while (at < left.length && left[at] === right[at]) at += 1
  return at
}

type Utf16 = Readonly<{ order: 'utf-16le' | 'utf-16be'; bom: boolean }>

/** UTF-16 by its mark; without one, by the zero bytes beside the first two characters, which are ASCII in all JSON. */
function findUtf16(bytes: Buffer): Utf16 | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes
  if (first === 0xff && second === 0xfe) return { order: 'utf-16le', bom: true }
  if (first === 0xfe && second === 0xff) return { order: 'utf-16be', bom: true }
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return { order: 'utf-16le', bom: false }
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return { order: 'utf-16be', bom: false }
  return null
}

/** The first byte that is no half of a whole character; null where all are. */
function findUtf16Loss(body: Buffer, text: string, { order }: Utf16): number | null {
  const back = Buffer.from(text, 'utf16le')
  if (order === 'utf-16be') back.swap16()
  const at = findFirstDifference(body, back)
  return at === body.length ? null : at - (at % 2)
}

/**
 * Turns the bytes of a file into text: UTF-8 or UTF-16, with or without a byte order mark. Bytes that are none become
 * U+FFFD; `exact` is true when the text gives the same bytes back. Clean UTF-8 is decoded when somebody asks for the
 * text: V8 takes two bytes for each character of a text with a single one beyond Latin-1.
 */
export function decodeText(bytes: Buffer): DecodedText {
  const utf16 = findUtf16(bytes)
  if (utf16 !== null) {
    const start = utf16.bom ? 2 : 0
    const body = bytes.subarray(start)
    const text = new TextDecoder(utf16.order, { ignoreBOM: true }).decode(body)
    const loss = findUtf16Loss(body, text, utf16)
    const lossAt = loss === null ? null : loss + start
    return { text, utf8: null, bom: utf16.bom, exact: false, encoding: 'UTF-16', lossAt }
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
      encoding: 'UTF-8',
      lossAt: null,
    }
  }
  const text = body.toString('utf8')
  const lossAt = findFirstDifference(body, Buffer.from(text)) + (bom ? 3 : 0)
  return { text, utf8: null, bom, exact: false, encoding: 'UTF-8', lossAt }
}
