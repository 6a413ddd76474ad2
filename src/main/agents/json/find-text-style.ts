import type { TextStyle } from '../../../shared/condense/result-file-types.ts'
import { findJsonLayout } from '../../../shared/kernel/json-layout.ts'
import type { WrittenMessages } from '../imported-task.ts'
import type { SourceFile } from '../source-file.ts'
import { findArrayStart } from './find-array-start.ts'
import { skipValue } from './skip-value.ts'

/** Past this a layout would take more memory than the bytes are worth. */
const longestLayout = 32_000_000

/** What was written, to be compared piece by piece: where the piece ends that stands at `at`, -1 where another does. */
type Written = (piece: string, at: number) => number

const createTextMatcher =
  (text: string): Written =>
  (piece, at) =>
    text.startsWith(piece, at) ? at + piece.length : -1

function createBytesMatcher(bytes: Buffer): Written {
  const scratch = Buffer.allocUnsafe(1 << 20)
  return (piece, at) => {
    // No character takes more than three bytes: of most pieces the length need not be known before they are written.
    const isShort = piece.length * 3 <= scratch.length
    const own = isShort ? scratch : Buffer.allocUnsafe(Buffer.byteLength(piece))
    const length = own.write(piece)
    const end = at + length
    if (end > bytes.length) return -1
    return bytes.compare(own, 0, length, at, end) === 0 ? end : -1
  }
}

/**
 * Where `JSON.stringify(messages, null, indent)` would end in what starts with it; -1 where nothing does.
 * Written and compared message by message: the whole would take the memory of the file once more.
 */
function findWrittenEnd(written: Written, messages: readonly unknown[], indent: string): number {
  // `JSON.stringify` takes ten characters at most.
  if (indent.length > 10) return -1
  const closing = indent === '' || messages.length === 0 ? ']' : '\n]'
  const formatPiece = (message: unknown): string =>
    // No part of a text: cutting one out of another would copy most files once more.
    indent === ''
      ? JSON.stringify(message)
      : JSON.stringify([message], null, indent).slice(1, -closing.length)
  let at = written('[', 0)
  for (const [index, message] of messages.entries()) {
    if (at === -1) return -1
    if (index > 0) at = written(',', at)
    if (at !== -1) at = written(formatPiece(message), at)
  }
  return at === -1 ? -1 : written(closing, at)
}

const readIndent = (start: string): string => /^\[\n([ \t]*)/.exec(start)?.[1] ?? ''

/** The style of an array that `JSON.stringify` wrote, found without the text of the whole; null for all others. */
function findPlainStyle({ utf8, bom }: SourceFile, messages: readonly unknown[]): TextStyle | null {
  if (utf8 === null) return null
  const indent = readIndent(utf8.toString('latin1', 0, 16))
  const end = findWrittenEnd(createBytesMatcher(utf8), messages, indent)
  if (end === -1) return null
  const trailing = utf8.toString('utf8', end)
  // The array of a file ends at its last bracket.
  return trailing.includes(']') ? null : { indent, bom, trailing }
}

/** Where the array of messages stands: under `messages` of an object, or alone. */
function findArrayPlace(text: string): Readonly<{ start: number; end: number }> {
  const start = findArrayStart(text, 'messages')
  if (start === -1) return { start: 0, end: text.lastIndexOf(']') + 1 }
  const end = skipValue(text, start)
  return { start, end: end === -1 ? text.length : end }
}

/** The style of a file that begins with its messages as `JSON.stringify` writes them. */
export function buildCompactStyle({ bytes, ends }: WrittenMessages, { bom }: SourceFile): TextStyle {
  const closing = (ends.at(-1) ?? 0) + 1
  return { indent: '', bom, trailing: bytes.toString('utf8', closing) }
}

/**
 * How the file was written, so that the same messages write back to the same bytes. The guess is proved by doing
 * so. Where `JSON.stringify` cannot produce the file its layout is recorded token by token. `isWhole` says that
 * nothing of the file was left out of `messages`.
 */
export function findTextStyle(file: SourceFile, messages: readonly unknown[], isWhole: boolean): TextStyle {
  const { bom } = file
  const buildUnknownStyle = (obstacle: string): TextStyle => ({ indent: null, bom, trailing: '', obstacle })
  if (!file.exact) return buildUnknownStyle('it is UTF-16, or holds bytes that are no UTF-8')
  try {
    const found = findPlainStyle(file, messages) ?? findStyleOfText(file, messages, isWhole)
    return typeof found === 'string' ? buildUnknownStyle(found) : found
  } catch {
    // A text that is too long for one string: it cannot be compared.
    return buildUnknownStyle(lossy)
  }
}

const lossy =
  'it holds what JSON keeps no record of, such as a key that stands twice or keys that are numbers'

/** The style, or why there is none. */
function findStyleOfText(
  { text: whole, bom }: SourceFile,
  messages: readonly unknown[],
  isWhole: boolean,
): TextStyle | string {
  const { start, end } = findArrayPlace(whole)
  const before = start === 0 ? {} : { before: whole.slice(0, start) }
  const around = { bom, ...before, trailing: whole.slice(end) }
  const text = whole.slice(start, end)
  const indent = readIndent(text)
  if (findWrittenEnd(createTextMatcher(text), messages, indent) === text.length) return { indent, ...around }
  if (!isWhole) return 'it is damaged, or parts of it are no messages'
  if (text.length > longestLayout) return 'it is too large for a style as unusual as its own'
  const layout = findJsonLayout(text, JSON.stringify(messages))
  return layout === null ? lossy : { indent: null, ...around, layout }
}
