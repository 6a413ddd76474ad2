/** Longest sentence in characters; past this it is a paste, not something that somebody said. */
const longest = 600
const tags = /<\/?(?:task|user_message|feedback|answer)>/g

/** Sentences and list items of a text as they stand there, without code blocks and the tags that agents put around. */
export function sentencesOf(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?(?:```|$)/g, '\n').replace(tags, '\n')
  return prose
    .split(/\n+|(?<=[.!?…])\s+(?=[\p{Lu}\d"“«(*])/u)
    .map((piece) => piece.replace(/^[\s#>*\-+•|]+/, '').trim())
    .filter((piece) => piece.length > 3 && piece.length <= longest)
}
