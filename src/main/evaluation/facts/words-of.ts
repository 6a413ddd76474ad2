/** The words of a text in small letters, with the places where they stand; same indices. */
export type Words = {
  readonly texts: readonly string[]
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

/** A word, or the end of a line. */
const word = /[\p{L}\p{N}_*]+|[\r\n]+/gu

/** What stands for the end of a line among the words. */
export const lineEnd = '\n'

/** The words of a text and the ends of its lines, in order. Marks of Markdown belong to none. */
export function wordsOf(text: string): Words {
  const texts: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  for (const { 0: found, index } of text.matchAll(word)) {
    const isEnd = found.startsWith('\n') || found.startsWith('\r')
    const plain = isEnd ? lineEnd : found.includes('*') ? found.replaceAll('*', '') : found
    if (plain === '') continue
    texts.push(plain.toLowerCase())
    starts.push(index)
    ends.push(index + found.length)
  }
  return { texts, starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) }
}
