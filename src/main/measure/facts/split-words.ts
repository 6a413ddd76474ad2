import type { Readable } from './create-remembered-reading.ts'
import { visitMatches, type QuickPattern } from './visit-matches.ts'

/** The words of a text in small letters, with the places where they stand; same indices. */
export type Words = {
  readonly texts: readonly string[]
  /** A number below `markCount` for each of them, by which most of other words are told from it at once. */
  readonly marks: Uint16Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

/** A word, or the end of a line. */
export const wordPattern: QuickPattern = {
  exact: /[\p{L}\p{N}_*]+|[\r\n]+/gu,
  quick: /[\w*]+|[\r\n]+|[^\0-\x7f]/g,
}

/** What stands for the end of a line among the words. */
export const lineEnd = '\n'

/** The words of a text and the ends of its lines, in order. Marks of Markdown belong to none. */
export function splitWords(text: string): Words {
  const texts: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  visitMatches(text, wordPattern, ({ 0: found, index }) => {
    const isEnd = found.startsWith('\n') || found.startsWith('\r')
    const plain = isEnd ? lineEnd : found.includes('*') ? found.replaceAll('*', '') : found
    if (plain === '') return
    texts.push(plain.toLowerCase())
    starts.push(index)
    ends.push(index + found.length)
  })
  return {
    texts,
    marks: Uint16Array.from(texts, markOfWord),
    starts: Uint32Array.from(starts),
    ends: Uint32Array.from(ends),
  }
}

/** How many marks of words there are. */
export const markCount = 2 ** 12

/** The mark of a word in small letters, by its length and four of its characters. */
export function markOfWord(word: string): number {
  const { length } = word
  let mark = length
  for (const at of [0, 1, length >> 1, length - 1]) mark = Math.imul(mark, 31) + word.charCodeAt(at)
  return mark & (markCount - 1)
}

/**
 * The text of a part with the escapes of JSON resolved, each character at its place: `\n` becomes a blank and a line break, a
 * doubled backslash two slashes, so that a path after a line break starts where it starts.
 */
export function renderReadableText(part: Readable): string {
  const { kind, text } = part
  if (kind === 'image') return ''
  return hasEscapes(part) ? text.replaceAll(/\\[\\nrt"]/g, blankEscape) : text
}

/** Whether a backslash in the text of a part is an escape of JSON. */
export function hasEscapes({ kind, holder, text }: Readable): boolean {
  if (!text.includes('\\')) return false
  return holder !== 'text' || (kind === 'tool-result' && /":\s?"/.test(text) && /\\[n"]/.test(text))
}

function blankEscape(escape: string): string {
  return escape === '\\\\' ? '//' : escape === String.raw`\n` ? ' \n' : '  '
}

/** A segment of a text without blanks, quotes and brackets, and the characters around it. */
export type Chunk = {
  readonly text: string
  readonly start: number
  /** Empty at the ends of the text. */
  readonly before: string
  readonly after: string
}

/** The segments of a text, in order. `after`, two characters long, shows a quote that follows at once (`":`). */
export function splitChunks(text: string): Chunk[] {
  const chunks: Chunk[] = []
  for (const { 0: found, index: start } of text.matchAll(chunk)) {
    const end = start + found.length
    chunks.push({
      text: found,
      start,
      before: text.slice(Math.max(0, start - 1), start),
      after: text.slice(end, end + 2),
    })
  }
  return chunks
}

const chunk = /[^\s"'`<>|,;()[\]=&!?。，、；：！？（）「」『』【】《》]+/g
