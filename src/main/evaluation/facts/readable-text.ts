import type { Part } from '../../../shared/domain/part.ts'

/**
 * The text of a part with the escapes of JSON blanked, each character at its place: `\n` becomes two blanks and a
 * doubled backslash two slashes, so that a path after a line break starts where it starts.
 */
export function readableText({ kind, holder, text }: Part): string {
  if (kind === 'image') return ''
  const isJson = holder !== 'text' || /^\s*(?:\[\s*)?[{[]"?/.test(text)
  return isJson && text.includes('\\') ? text.replaceAll(/\\[\\nrt"]/g, blanked) : text
}

function blanked(escape: string): string {
  return escape === '\\\\' ? '//' : '  '
}
