/** How much of a text Codex keeps: bytes, or tokens that it takes to be four bytes each. */
export type CutLimit = Readonly<{ mode: 'bytes' | 'tokens'; limit: number }>

/** Shortens a text as Codex does: what is left out is the middle. */
export function cutMiddle(words: string, { mode, limit }: CutLimit): string {
  const most = mode === 'tokens' ? limit * 4 : limit
  // No letter has more than three bytes for each of its units.
  if (words.length * 3 <= most) return words
  const bytes = Buffer.from(words)
  if (bytes.length <= most) return words
  const half = Math.floor(most / 2)
  const head = bytes.toString('utf8', 0, findWholeEnd(bytes, half))
  const tail = bytes.toString('utf8', findWholeStart(bytes, bytes.length - (most - half)))
  const gone =
    mode === 'tokens'
      ? `${Math.ceil((bytes.length - most) / 4)} tokens`
      : `${countLetters(words) - countLetters(head) - countLetters(tail)} chars`
  return `${head}…${gone} truncated…${tail}`
}

const isInside = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** The last place up to `at` that cuts no letter in two. */
function findWholeEnd(bytes: Buffer, at: number): number {
  let end = at
  while (end > 0 && isInside(bytes[end])) end -= 1
  return end
}

/** The first place from `at` on that cuts no letter in two. */
function findWholeStart(bytes: Buffer, at: number): number {
  let start = at
  while (start < bytes.length && isInside(bytes[start])) start += 1
  return start
}

function countLetters(words: string): number {
  let count = 0
  for (const _ of words) count += 1
  return count
}
