/** Head and tail of a text, with a mark between that says how much is left out; the text itself where it is short enough. */
export function shortenMiddle(text: string, maxChars: number, headShare: number): string {
  if (text.length <= maxChars) return text
  const head = alignEndToCharacter(text, Math.floor(maxChars * headShare))
  const tail = alignStartToCharacter(text, text.length - (maxChars - Math.floor(maxChars * headShare)))
  return `${text.slice(0, head)}${formatLeftOutMark(tail - head)}${text.slice(tail)}`
}

/** The mark between head and tail. */
export function formatLeftOutMark(chars: number): string {
  return `\n[… ${chars} characters left out …]\n`
}

/** Whether a text has such a mark. */
export function isShortened(text: string): boolean {
  return /\n\[… \d+ characters left out …\]\n/.test(text)
}

/** No half of a surrogate pair stays. */
function alignEndToCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at - 1)
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at
}

function alignStartToCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}
