import type { TextStyle } from '../../../shared/domain/result-file.ts'
import { findJsonLayout } from '../../../shared/lib/json-layout.ts'
import type { SourceFile } from '../source-file.ts'

const unknownStyle: TextStyle = { indent: null, bom: false, trailing: '' }

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

/**
 * How the file was written, so that the same messages write back to the same bytes. The guess is proved by doing
 * so. Where `JSON.stringify` cannot produce the file its layout is recorded token by token.
 */
export function findTextStyle(file: SourceFile, messages: readonly unknown[]): TextStyle {
  const { text, bom } = file
  const unreproducible = { ...unknownStyle, bom }
  if (!file.exact) return unreproducible
  const end = text.lastIndexOf(']') + 1
  const trailing = text.slice(end)
  try {
    const indent = /^\[\n([ \t]*)/.exec(text)?.[1] ?? ''
    if (endOfWritten(text, messages, indent) === end) return { indent, bom, trailing }
    if (text.length > longestLayout) return unreproducible
    const layout = findJsonLayout(text.slice(0, end), JSON.stringify(messages))
    return layout === null ? unreproducible : { indent: null, bom, trailing, layout }
  } catch {
    return unreproducible
  }
}
