import type { TextStyle } from '../../../shared/domain/result-file.ts'
import { findJsonLayout } from '../../../shared/lib/json-layout.ts'
import type { SourceFile } from '../source-file.ts'
import { findArrayIn } from './find-array-in.ts'
import { skipValue } from './skip-value.ts'

/** Past this a layout would take more memory than the bytes are worth. */
const longestLayout = 32_000_000

/**
 * Where `JSON.stringify(messages, null, indent)` would end in a text that starts with it; -1 where it does not.
 * Written and compared message by message: the whole would take the memory of the file once more.
 */
function endOfWritten(text: string, messages: readonly unknown[], indent: string): number {
  // `JSON.stringify` takes ten characters at most.
  if (indent.length > 10 || !text.startsWith('[')) return -1
  const closing = indent === '' || messages.length === 0 ? ']' : '\n]'
  let at = 1
  for (const [index, message] of messages.entries()) {
    const alone = JSON.stringify([message], null, indent)
    const own = (index === 0 ? '' : ',') + alone.slice(1, -closing.length)
    if (!text.startsWith(own, at)) return -1
    at += own.length
  }
  return text.startsWith(closing, at) ? at + closing.length : -1
}

/** Where the array of messages stands: under `messages` of an object, or alone. */
function placeOfArray(text: string): Readonly<{ start: number; end: number }> {
  const start = findArrayIn(text, 'messages')
  if (start === -1) return { start: 0, end: text.lastIndexOf(']') + 1 }
  const end = skipValue(text, start)
  return { start, end: end === -1 ? text.length : end }
}

/**
 * How the file was written, so that the same messages write back to the same bytes. The guess is proved by doing
 * so. Where `JSON.stringify` cannot produce the file its layout is recorded token by token. `isWhole` says that
 * nothing of the file was left out of `messages`.
 */
export function findTextStyle(file: SourceFile, messages: readonly unknown[], isWhole: boolean): TextStyle {
  const { bom } = file
  const unknown = (obstacle: string): TextStyle => ({ indent: null, bom, trailing: '', obstacle })
  if (!file.exact) return unknown('it is UTF-16, or holds bytes that are no UTF-8')
  const { start, end } = placeOfArray(file.text)
  const around = {
    bom,
    ...(start === 0 ? {} : { before: file.text.slice(0, start) }),
    trailing: file.text.slice(end),
  }
  const text = file.text.slice(start, end)
  try {
    const indent = /^\[\n([ \t]*)/.exec(text)?.[1] ?? ''
    if (endOfWritten(text, messages, indent) === text.length) return { indent, ...around }
    if (!isWhole) return unknown('it is damaged, or parts of it are no messages')
    if (text.length > longestLayout) return unknown('it is too large for a style as unusual as its own')
    const layout = findJsonLayout(text, JSON.stringify(messages))
    if (layout !== null) return { indent: null, ...around, layout }
  } catch {
    // A text that is too long for one string: it cannot be compared.
  }
  return unknown(
    'it holds what JSON keeps no record of, such as a key that stands twice or keys that are numbers',
  )
}
