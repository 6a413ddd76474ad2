/** Shortens a text to so many tokens of four bytes each as Codex does: what is left out is the middle. */
export function cutMiddle(words: string, mostTokens: number): string {
  const bytes = Buffer.from(words)
  const most = mostTokens * 4
  if (bytes.length <= most) return words
  const head = wholeEnd(bytes, Math.floor(most / 2))
  const tail = wholeStart(bytes, bytes.length - (most - Math.floor(most / 2)))
  const gone = Math.ceil((bytes.length - most) / 4)
  return `${bytes.toString('utf8', 0, head)}…${gone} tokens truncated…${bytes.toString('utf8', tail)}`
}

const isInside = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** The last place up to `at` that cuts no letter in two. */
function wholeEnd(bytes: Buffer, at: number): number {
  let end = at
  while (end > 0 && isInside(bytes[end])) end -= 1
  return end
}

/** The first place from `at` on that cuts no letter in two. */
function wholeStart(bytes: Buffer, at: number): number {
  let start = at
  while (start < bytes.length && isInside(bytes[start])) start += 1
  return start
}
