import { findLargest, findSmallest } from '../find-extreme.ts'
import {
  glossaryEntries,
  normaliseTermName,
  findTermById,
  findTermByLabel,
  type GlossaryEntry,
} from './glossary.ts'

/** A term, or the nearest ones where a text names none. */
export type FoundTerm =
  | { readonly kind: 'found'; readonly entry: GlossaryEntry }
  | { readonly kind: 'unknown'; readonly nearest: readonly GlossaryEntry[] }

const mostNearest = 5

/** Finds a term by its id or any of its names: case, punctuation, unit, a plural and a slip of the pen aside. */
export function findTerm(text: string): FoundTerm {
  const exact =
    findTermById(text.trim().toLowerCase()) ??
    findTermByLabel(text) ??
    findTermByLabel(switchGrammaticalNumber(text))
  if (exact !== undefined) return { kind: 'found', entry: exact }
  const ranked = rankTerms(normaliseTermName(text))
  const [first, second] = ranked
  const isSlip =
    first !== undefined &&
    first.distance <= countAllowedSlips(text) &&
    first.distance < (second?.distance ?? Infinity)
  if (isSlip) return { kind: 'found', entry: first.entry }
  return { kind: 'unknown', nearest: ranked.slice(0, mostNearest).map(({ entry }) => entry) }
}

/** So many letters may be wrong; none in short words, which are too near to one another. */
function countAllowedSlips(text: string): number {
  const { length } = normaliseTermName(text)
  return length < 5 ? 0 : length < 9 ? 1 : 2
}

function switchGrammaticalNumber(text: string): string {
  return /s$/i.test(text.trim()) ? text.trim().slice(0, -1) : `${text.trim()}s`
}

type Ranked = { readonly entry: GlossaryEntry; readonly distance: number }

/** Terms near a plain name, the nearest first: those that share a word come before those that share letters. */
function rankTerms(wanted: string): readonly Ranked[] {
  const words = wanted.split(' ').filter((word) => word.length > 2)
  const ranked = glossaryEntries.map((entry): Ranked & { readonly rank: number } => {
    const names = [entry.id, ...entry.names].map(normaliseTermName)
    const distance = findSmallest(names.map((name) => editDistance(wanted, name)))
    const shared = findLargest(names.map((name) => countSharedWords(words, name.split(' '))))
    return { entry, distance, rank: distance - 8 * shared }
  })
  const near = ranked.filter(({ distance, rank }) => rank < 0 || distance <= Math.max(2, wanted.length / 2))
  return near.toSorted((a, b) => a.rank - b.rank)
}

/** Words of a text that a name has, those with a slip or a longer ending by less: `recal` is near `recall`. */
function countSharedWords(words: readonly string[], own: readonly string[]): number {
  const shares = words.map((word) => {
    if (own.includes(word)) return 1
    if (word.length < 5) return 0
    const distance = findSmallest(
      own.map((one) => Math.min(editDistance(word, one), editDistance(word, one.slice(0, word.length)))),
    )
    return distance > 2 ? 0 : 1 - 0.2 * (1 + distance)
  })
  return shares.reduce((sum, share) => sum + share, 0)
}

/** Letters to add, drop or change (Levenshtein 1966). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [at, letter] of Array.from(a).entries()) {
    const next = [at + 1]
    for (const [place, other] of Array.from(b).entries())
      next.push(
        Math.min(
          (row[place] ?? 0) + (letter === other ? 0 : 1),
          (row[place + 1] ?? 0) + 1,
          (next[place] ?? 0) + 1,
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
