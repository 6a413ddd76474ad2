/**
 * Whether something stands in a text and, later in the same piece of it, something else. Who looks for words that may be
 * far apart asks here: one pattern for both goes from each beginning to the end of the text, which takes the square of it.
 */
export function isFollowed(
  text: string,
  { first, later, between }: { readonly first: RegExp; readonly later: RegExp; readonly between: RegExp },
): boolean {
  return text.split(between).some((piece) => {
    const found = first.exec(piece)
    return found !== null && later.test(piece.slice(found.index + found[0].length))
  })
}
