/** Two patterns with the flag `g`, and the same groups. */
export type QuickPattern = {
  readonly exact: RegExp
  /**
   * Matches what `exact` does where no character beyond ASCII is part of it or follows it, and each such character. Tables
   * of Unicode take three times as long.
   */
  readonly quick: RegExp
}

const lastOfAscii = 0x7f

/** Visits what `exact` matches in a text, in order. */
export function visitMatches(
  text: string,
  { exact, quick }: QuickPattern,
  visit: (match: RegExpExecArray) => void,
): void {
  let at = 0
  for (;;) {
    quick.lastIndex = at
    const found = quick.exec(text)
    if (found === null) return
    const match = isPlain(text, found) ? found : matchExactlyFrom(text, exact, found.index)
    if (match === null) return
    visit(match)
    at = match.index + match[0].length
  }
}

function isPlain(text: string, { 0: found, index }: RegExpExecArray): boolean {
  const end = index + found.length
  // Behind the end of the text stands `NaN`, which is above nothing.
  return !(text.charCodeAt(end - 1) > lastOfAscii || text.charCodeAt(end) > lastOfAscii)
}

function matchExactlyFrom(text: string, exact: RegExp, index: number): RegExpExecArray | null {
  exact.lastIndex = index
  return exact.exec(text)
}
