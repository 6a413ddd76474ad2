import type { TextStyle } from '../../../shared/domain/result-file.ts'
import { findJsonLayout } from '../../../shared/lib/json-layout.ts'
import type { SourceFile } from '../source-file.ts'

const unknownStyle: TextStyle = { indent: null, bom: false, trailing: '' }

/** Past this a layout would take more memory than the bytes are worth. */
const longestLayout = 32_000_000

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
    // `JSON.stringify` takes ten characters at most.
    const written = indent.length > 10 ? '' : JSON.stringify(messages, null, indent)
    if (written.length === end && text.startsWith(written)) return { indent, bom, trailing }
    if (text.length > longestLayout) return unreproducible
    const layout = findJsonLayout(text.slice(0, end), JSON.stringify(messages))
    return layout === null ? unreproducible : { indent: null, bom, trailing, layout }
  } catch {
    return unreproducible
  }
}
