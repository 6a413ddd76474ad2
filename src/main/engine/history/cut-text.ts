const format = new Intl.NumberFormat('en-US')

export type CutLimits = {
  readonly maxLines: number | null
  readonly maxChars: number | null
  readonly addEllipsis: boolean
}

/** The start of a text within limits of lines and characters, with a note of what is missing. */
export function cutText(text: string, { maxLines, maxChars, addEllipsis }: CutLimits): string {
  const byLines = maxLines === null ? text : firstLines(text, maxLines, addEllipsis)
  return maxChars === null || byLines.length <= maxChars ? byLines : firstChars(text, maxChars, addEllipsis)
}

/** The first characters of a text, never half of a surrogate pair, with a note of how many are missing. */
export function firstChars(text: string, maxChars: number, addEllipsis: boolean): string {
  if (text.length <= maxChars) return text
  const code = text.charCodeAt(maxChars - 1)
  const end = code >= 0xd800 && code <= 0xdbff ? maxChars - 1 : maxChars
  const missing = text.length - end
  return addEllipsis
    ? `${text.slice(0, end)}... (${format.format(missing)} more characters)`
    : text.slice(0, end)
}

function firstLines(text: string, maxLines: number, addEllipsis: boolean): string {
  let end = -1
  for (let line = 0; line < maxLines; line += 1) {
    end = text.indexOf('\n', end + 1)
    if (end < 0) return text
  }
  const missing = countLines(text, end + 1)
  const noun = missing === 1 ? 'line' : 'lines'
  return addEllipsis
    ? `${text.slice(0, end)}\n... (${format.format(missing)} more ${noun})`
    : text.slice(0, end)
}

function countLines(text: string, from: number): number {
  let lines = 1
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
