import { isRecord } from '../json/read-json.ts'

/** So many characters of a string in a result are sent. */
const mostCharacters = 8000

/** What a result holds as it is sent: the middle of each long string left out. The very value where none is long. */
export function shortened(value: unknown): unknown {
  if (typeof value === 'string') return shortenedText(value)
  if (Array.isArray(value)) {
    const items = value.map(shortened)
    return items.every((item, at) => item === value[at]) ? value : items
  }
  // Pictures are sent whole.
  if (!isRecord(value) || value['type'] === 'image' || typeof value['mediaType'] === 'string') return value
  const entries = Object.entries(value).map(([key, item]) => [key, shortened(item)] as const)
  return entries.every(([key, item]) => item === value[key]) ? value : Object.fromEntries(entries)
}

function shortenedText(text: string): string {
  if (text.length <= mostCharacters) return text
  const keptBeside = (marker: string): number => Math.max(0, Math.floor((mostCharacters - marker.length) / 2))
  const removed = text.length - keptBeside(marked(text.length - mostCharacters)) * 2
  const kept = keptBeside(marked(removed))
  return `${text.slice(0, kept)}${marked(removed)}${text.slice(text.length - kept)}`
}

function marked(removed: number): string {
  return `\n\n...[truncated ${removed} chars]...\n\n`
}
