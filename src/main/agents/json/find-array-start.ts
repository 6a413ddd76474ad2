import { skipSpace, skipValue } from './skip-value.ts'

/** Offset of the bracket that opens the array under `key` of the object that starts the text; -1 where there is none. */
export function findArrayStart(text: string, key: string): number {
  let at = skipSpace(text, 0)
  if (text.charAt(at) !== '{') return -1
  at = skipSpace(text, at + 1)
  while (text.charAt(at) === '"') {
    const end = skipValue(text, at)
    if (end === -1) return -1
    const name = text.slice(at + 1, end - 1)
    const colon = skipSpace(text, end)
    if (text.charAt(colon) !== ':') return -1
    at = skipSpace(text, colon + 1)
    if (name === key && text.charAt(at) === '[') return at
    const behind = skipValue(text, at)
    if (behind === -1) return -1
    const comma = skipSpace(text, behind)
    if (text.charAt(comma) !== ',') return -1
    at = skipSpace(text, comma + 1)
  }
  return -1
}
