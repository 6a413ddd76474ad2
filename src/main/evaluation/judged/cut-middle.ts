import type { TokenCounter } from '../../engine/tokens/token-counter.ts'

/** How a task stands is told at its end; what it is about, at its beginning. */
const headShare = 0.25

/** A text of at most so many tokens: without its middle where it is longer, and with a line that says so. */
export function cutMiddle(
  text: string,
  maxTokens: number,
  counter: TokenCounter,
): { readonly text: string; readonly isCut: boolean } {
  const tokens = counter.count(text)
  if (tokens <= maxTokens) return { text, isCut: false }
  for (
    let length = Math.floor((text.length * maxTokens) / tokens);
    length > 0;
    length = Math.floor(length * 0.9)
  ) {
    const head = Math.floor(length * headShare)
    const tail = text.length - (length - head)
    const cut = `${text.slice(0, head)}\n[… left out for want of room …]\n${text.slice(tail)}`.toWellFormed()
    if (counter.count(cut) <= maxTokens) return { text: cut, isCut: true }
  }
  return { text: '', isCut: true }
}
