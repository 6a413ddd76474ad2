/** Characters: as much as the widest window shows of a title. Where there is less room, it is cut there. */
const mostOfLine = 300

/**
 * The first line with something on it, white space collapsed, at most `limit` characters; empty for none. Control
 * characters go, and with them those that turn the direction of writing: a title must not rearrange what surrounds it.
 */
export function extractFirstLine(text: string, limit = mostOfLine): string {
  const line = /[^\s\p{Cc}\p{Bidi_Control}][^\n\r]{0,10000}/u.exec(text)?.[0] ?? ''
  const clean = line
    .slice(0, limit * 8)
    .replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim()
  if (clean.length <= limit) return clean
  const cut = clean.slice(0, limit - 1)
  // A half of a surrogate pair would show as a broken character.
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
