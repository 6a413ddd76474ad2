import type { Part } from '../../../shared/domain/part.ts'
import { isConstraint } from './is-constraint.ts'
import { spokenPieces } from './sentences.ts'
import { usersWords } from './users-words.ts'

/** What the user laid down, sentence by sentence as written, each once, in order. */
export function findConstraints(parts: readonly (readonly Part[])[]): string[] {
  const found = new Map<string, string>()
  for (const words of usersWords(parts)) {
    for (const piece of constraintsIn(spokenPieces(words))) {
      const key = piece
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
      if (!found.has(key)) found.set(key, piece)
    }
  }
  return [...found.values()]
}

/** From so many sentences on, with rules this rare among them, a message is a page or a log that somebody pasted. */
const longPaste = { sentences: 110, share: 0.08 }
/** Sentences before and after a paste that are the user's own. */
const around = 5

function constraintsIn(pieces: readonly string[]): string[] {
  const found = pieces.flatMap((piece, index) => (isConstraint(piece) ? [{ piece, index }] : []))
  const isPasted = pieces.length >= longPaste.sentences && found.length < pieces.length * longPaste.share
  return found
    .filter(({ index }) => !isPasted || index < around || index >= pieces.length - around)
    .map(({ piece }) => piece)
}
