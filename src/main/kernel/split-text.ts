import { cutToChars } from './history/cut-text.ts'
import type { TokenCounter } from './tokens/token-counter.ts'

/** Cuts a text into pieces of at most `maxTokens` each, at a line end or a space where the last quarter has one. */
export function splitText(text: string, maxTokens: number, counter: TokenCounter): string[] {
  const charsPerToken = text.length / Math.max(1, counter.count(text))
  const usualLength = Math.max(1, Math.floor(maxTokens * charsPerToken))
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += pieces.at(-1)?.length ?? 1) {
    let length = usualLength
    let piece = slicePiece(text, at, length)
    while (length > 1 && counter.count(piece) > maxTokens) {
      length = Math.max(1, Math.floor(length * 0.8))
      piece = slicePiece(text, at, length)
    }
    pieces.push(piece)
  }
  return pieces
}

function slicePiece(text: string, at: number, length: number): string {
  const whole = text.slice(at, at + length + 1)
  if (at + length >= text.length) return whole
  const lineEnd = whole.lastIndexOf('\n', length - 1)
  if (lineEnd >= length * 0.75) return whole.slice(0, lineEnd + 1)
  const space = whole.lastIndexOf(' ', length - 1)
  if (space >= length * 0.75) return whole.slice(0, space + 1)
  // Half of a surrogate pair is no text; a pair alone is taken whole.
  return cutToChars(whole, length, false) || whole
}
