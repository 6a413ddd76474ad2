import { append } from '../../../../../shared/kernel/append.ts'
import { queryPieces, splitWords } from './query-pieces.ts'

/** Words that stand next to each other, in this order. */
export type Phrase = {
  readonly words: readonly string[]
  /** Whether the last of them is only the beginning of one. */
  readonly isPrefix: boolean
}

/** Shorter beginnings match a good part of all words and help nobody; behind other words of a phrase they do. */
const shortestPrefix = { alone: 3, inPhrase: 2 }

/** More than anybody types; what is pasted is searched by its beginning. */
const mostPhrases = 50

/**
 * What a query asks for: all of its phrases. Blanks part them unless they stand in quotes, and `src/app.tsx` is one
 * phrase too. The last word may go on, unless a quote or a blank ends it. Nothing in a query is an operator.
 */
export function parseQuery(query: string): readonly Phrase[] {
  const isOpen = !/\s$/u.test(query)
  const phrases: Phrase[] = []
  queryPieces(query).forEach(({ text, isQuoted }, index, pieces) => {
    if (isQuoted) phrases.push({ words: splitWords(text), isPrefix: false })
    else append(phrases, readUnquoted(text, isOpen && index === pieces.length - 1))
  })
  return phrases.filter(({ words }) => words.length > 0).slice(0, mostPhrases)
}

function readUnquoted(piece: string, isOpen: boolean): Phrase[] {
  const groups = piece.split(/\s+/u).filter((group) => group !== '')
  return groups.map((group, index) => {
    const words = splitWords(group)
    const last = words.at(-1) ?? ''
    const shortest = words.length > 1 ? shortestPrefix.inPhrase : shortestPrefix.alone
    const mayGoOn = isOpen && index === groups.length - 1 && last.length >= shortest
    return { words, isPrefix: mayGoOn && /[\p{L}\p{N}\p{M}]$/u.test(group) }
  })
}

/**
 * Phrases in the language of FTS5: strings, joined by `AND`. Words hold letters and digits only; the quotes are doubled
 * all the same, for inside a string nothing else has a meaning.
 */
export function matchExpression(phrases: readonly Phrase[]): string {
  return phrases
    .map(({ words, isPrefix }) => `"${words.join(' ').replaceAll('"', '""')}"${isPrefix ? ' *' : ''}`)
    .join(' AND ')
}
