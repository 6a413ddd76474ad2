import type { SearchHit } from '../../../../../shared/library/types.ts'
import { foldInPlaces, isUnspaced } from './fold-text.ts'
import type { Phrase } from './parse-query.ts'

type Snippet = SearchHit['snippet']
type Range = { readonly start: number; readonly end: number }

/** Characters before the first match, and of the whole snippet. */
const before = 60
const longest = 240

/** How much of a text is gone through letter by letter where the quick look found nothing, in characters. */
const slowLook = 200_000

/** A piece of a text around the first match of a query, on one line, matches apart. */
export function cutSnippet(text: string, phrases: readonly Phrase[]): Snippet {
  const pattern = buildPhrasePattern(phrases)
  // A text that is written as the query is, is found without a fold of all of it.
  const quick = text.search(pattern)
  const [first] = quick < 0 ? findMatches(text.slice(0, slowLook), pattern) : [{ start: quick }]
  const start = findSnippetStart(text, first?.start ?? 0)
  const end = Math.min(text.length, moveOutsidePair(text, start + longest))
  const window = text.slice(start, end)
  return tidy(split(window, findMatches(window, pattern)), start > 0, end < text.length)
}

/** Characters that a pattern takes at a segment: V8 gives up on runs of some millions. */
const mostInARow = 200

const inWord = String.raw`\p{L}\p{N}\p{M}\p{Co}`

/** All phrases as they may stand in a folded text, with anything that is no word between their words. */
function buildPhrasePattern(phrases: readonly Phrase[]): RegExp {
  const alternatives = phrases.map(({ words, isPrefix }) => {
    const isTight = words.some(isUnspaced)
    const joined = words.join(`[^${inWord}]{${isTight ? 0 : 1},${mostInARow}}`)
    const start = isUnspaced(words[0] ?? '') ? '' : `(?<![${inWord}])`
    const isEndOpen = isUnspaced(words.at(-1) ?? '')
    const end = isEndOpen ? '' : isPrefix ? `[${inWord}]{0,${mostInARow}}` : `(?![${inWord}])`
    return `${start}${joined}${end}`
  })
  return new RegExp(alternatives.join('|') || '(?!)', 'giu')
}

/** Where in a text, as it is written, the matches stand. */
function findMatches(text: string, pattern: RegExp): Range[] {
  const folded = foldInPlaces(text)
  const ranges: Range[] = []
  for (const { index, 0: match } of folded.text.matchAll(pattern)) {
    const start = folded.findStart(index)
    // Two matches may stand in one letter: `½` holds a 1 and a 2.
    if (start < (ranges.at(-1)?.end ?? 0)) continue
    ranges.push({ start, end: folded.findEnd(index + match.length - 1) })
  }
  return ranges
}

/** A little before the match, at the beginning of a word where one is near. */
function findSnippetStart(text: string, at: number): number {
  if (at <= before) return 0
  const blank = text.slice(at - before, at).search(/\s/u)
  return blank < 0 ? moveOutsidePair(text, at - before) : at - before + blank + 1
}

/** Never between the halves of a character. */
function moveOutsidePair(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index
}

function split(window: string, ranges: readonly Range[]): Snippet {
  const pieces = ranges.flatMap(({ start, end }, index) => [
    { text: window.slice(ranges[index - 1]?.end ?? 0, start), isMatch: false },
    { text: window.slice(start, end), isMatch: true },
  ])
  return [...pieces, { text: window.slice(ranges.at(-1)?.end ?? 0), isMatch: false }]
}

function tidy(pieces: Snippet, isCutBefore: boolean, isCutAfter: boolean): Snippet {
  const lines = pieces
    .map(({ text, isMatch }) => ({ text: text.replaceAll(/[\s\p{Cc}]+/gu, ' '), isMatch }))
    .filter(({ text }) => text !== '')
  const ellipsis = { text: '…', isMatch: false }
  return [...(isCutBefore ? [ellipsis] : []), ...lines, ...(isCutAfter ? [ellipsis] : [])]
}
