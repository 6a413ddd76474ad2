import type { Part } from '../../../shared/domain/part.ts'
import { isConstraint } from './is-constraint.ts'
import { spokenPieces } from './sentences.ts'
import { usersWords } from './users-words.ts'

/** What the user laid down, sentence by sentence as written, each once, in order. */
export function findConstraints(parts: readonly (readonly Part[])[]): string[] {
  const found = new Map<string, string>()
  for (const words of usersWords(parts)) {
    for (const piece of spokenPieces(words)) {
      const key = piece
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
      if (!found.has(key) && isConstraint(piece)) found.set(key, piece)
    }
  }
  return [...found.values()]
}
