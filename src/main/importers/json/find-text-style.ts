import type { TextStyle } from '../../../shared/domain/result-file.ts'
import type { SourceFile } from '../source-file.ts'

const unknownStyle: TextStyle = { indent: null, bom: false, trailing: '' }

/**
 * How the file was written, so that the same messages write back to the same bytes. The guess is proved by doing
 * so; `indent` is null where `JSON.stringify` cannot produce the file.
 */
export function findTextStyle(file: SourceFile, messages: readonly unknown[]): TextStyle {
  const { text, bom } = file
  const unreproducible = { ...unknownStyle, bom }
  if (!file.exact) return unreproducible
  const indent = /^\[\n([ \t]*)/.exec(text)?.[1] ?? ''
  const end = text.lastIndexOf(']') + 1
  if (indent.length > 10) return unreproducible
  try {
    const written = JSON.stringify(messages, null, indent)
    if (written.length !== end || !text.startsWith(written)) return unreproducible
    return { indent, bom, trailing: text.slice(end) }
  } catch {
    return unreproducible
  }
}
