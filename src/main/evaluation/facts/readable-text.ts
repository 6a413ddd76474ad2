import type { Readable } from './remembered-by-text.ts'

/**
 * The text of a part with the escapes of JSON resolved, each character at its place: `\n` becomes a blank and a line break, a
 * doubled backslash two slashes, so that a path after a line break starts where it starts.
 */
export function readableText({ kind, holder, text }: Readable): string {
  if (kind === 'image') return ''
  if (!text.includes('\\')) return text
  const isJson = holder !== 'text' || (kind === 'tool-result' && /":\s?"/.test(text) && /\\[n"]/.test(text))
  return isJson ? text.replaceAll(/\\[\\nrt"]/g, blanked) : text
}

function blanked(escape: string): string {
  return escape === '\\\\' ? '//' : escape === String.raw`\n` ? ' \n' : '  '
}
