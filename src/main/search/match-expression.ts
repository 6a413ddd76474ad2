import type { Phrase } from './parse-query.ts'

/**
 * Phrases in the language of FTS5: strings, joined by `AND`. Words hold letters and digits only; the quotes are doubled
 * all the same, for inside a string nothing else has a meaning.
 */
export function matchExpression(phrases: readonly Phrase[]): string {
  return phrases
    .map(({ words, isPrefix }) => `"${words.join(' ').replaceAll('"', '""')}"${isPrefix ? ' *' : ''}`)
    .join(' AND ')
}
