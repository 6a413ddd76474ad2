/** A segment of a text without blanks, quotes and brackets, and the characters around it. */
export type Chunk = {
  readonly text: string
  readonly start: number
  /** Empty at the ends of the text. */
  readonly before: string
  readonly after: string
}

/** The stretches of a text, in order. A quote that follows at once (`":`) is told by `after`, two characters long. */
export function chunksOf(text: string): Chunk[] {
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

const chunk = /[^\s"'`<>|,;()[\]=&!?]+/g
