const format = new Intl.NumberFormat('en-US')

export type CutLimits = {
  readonly maxLines: number | null
  readonly maxChars: number | null
  readonly addEllipsis: boolean
}

/**
 * The start of a text within limits of lines and characters, with a note of what is missing. `lines` are those of the
 * text, for who has counted them.
 */
export function cutText(
  text: string,
  { maxLines, maxChars, addEllipsis }: CutLimits,
  lines?: number,
): string {
  const lineEnd = maxLines === null ? text.length : findEndOfLines(text, maxLines)
  if (maxChars !== null && lineEnd > maxChars) return cutToChars(text, maxChars, addEllipsis)
  if (lineEnd === text.length) return text
  const missing = lines === undefined ? countLinesFrom(text, lineEnd + 1) : lines - (maxLines ?? 0)
  const noun = missing === 1 ? 'line' : 'lines'
  return addEllipsis
    ? `${text.slice(0, lineEnd)}\n... (${formatCutCount(missing)} more ${noun})`
    : text.slice(0, lineEnd)
}

/** The first characters of a text, never half of a surrogate pair, with a note of how many are missing. */
export function cutToChars(text: string, maxChars: number, addEllipsis: boolean): string {
  if (text.length <= maxChars) return text
  const code = text.charCodeAt(maxChars - 1)
  const end = code >= 0xd800 && code <= 0xdbff ? maxChars - 1 : maxChars
  const missing = text.length - end
  return addEllipsis
    ? `${text.slice(0, end)}... (${formatCutCount(missing)} more characters)`
    : text.slice(0, end)
}

/** A count as the formatter writes it, which takes longer than a cut. */
function formatCutCount(count: number): string {
  if (count < 1000) return String(count)
  if (count >= 1_000_000) return format.format(count)
  return `${Math.floor(count / 1000)},${String(count % 1000).padStart(3, '0')}`
}

/** Offset of the line break that ends the first lines; the length of a text that has no more than these. */
function findEndOfLines(text: string, lines: number): number {
  let end = -1
  for (let line = 0; line < lines; line += 1) {
    end = text.indexOf('\n', end + 1)
    if (end < 0) return text.length
  }
  return end
}

/** Lines of a text from an offset on. */
export function countLinesFrom(text: string, from: number): number {
  let lines = 1
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
