import type { SearchHit } from '../../shared/domain/library.ts'
import type { Phrase } from './parse-query.ts'
import { foldWord } from './words-of.ts'

type Snippet = SearchHit['snippet']
type Range = { readonly start: number; readonly end: number }

/** Characters before the first match, and of the whole snippet. */
const before = 60
const longest = 240

/** How much of a text is gone through word by word where the quick look found nothing, in characters. */
const slowLook = 200_000

/** A piece of a text around the first match of a query, on one line, matches apart. */
export function cutSnippet(text: string, phrases: readonly Phrase[]): Snippet {
  const pattern = patternOf(phrases)
  const wanted = new Set(phrases.flatMap(({ words }) => words))
  const at = text.search(pattern)
  const [first] = at < 0 ? accented(text.slice(0, slowLook), wanted) : [{ start: at }]
  const start = startOf(text, first?.start ?? 0)
  const end = Math.min(text.length, outsidePair(text, start + longest))
  const window = text.slice(start, end)
  const ranges = at < 0 ? [...accented(window, wanted)] : matches(window, pattern)
  return tidy(split(window, ranges), start > 0, end < text.length)
}

/** Characters that a pattern takes at a stretch: V8 gives up on runs of some millions. */
const mostInARow = 200

const boundary = String.raw`(?![\p{L}\p{N}])`

/** All phrases as they may stand in a text: in any case, with anything that is no word between their words. */
function patternOf(phrases: readonly Phrase[]): RegExp {
  const alternatives = phrases.map(({ words, isPrefix }) => {
    const isTight = words.some(isUnspaced)
    const joined = words.join(String.raw`[^\p{L}\p{N}]{${isTight ? 0 : 1},${mostInARow}}`)
    const start = isUnspaced(words[0]) ? '' : String.raw`(?<![\p{L}\p{N}])`
    const end = isUnspaced(words.at(-1))
      ? ''
      : isPrefix
        ? String.raw`[\p{L}\p{N}]{0,${mostInARow}}`
        : boundary
    return `${start}${joined}${end}`
  })
  return new RegExp(alternatives.join('|') || '(?!)', 'giu')
}

/** Whether this is a character of a script that puts no blanks between words. */
function isUnspaced(word = ''): boolean {
  return /^[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]$/u.test(word)
}

function matches(window: string, pattern: RegExp): Range[] {
  return [...window.matchAll(pattern)].map(rangeOf)
}

/** Words of the query that are written with accents, or in other letters for the same. */
function* accented(text: string, wanted: ReadonlySet<string>): Generator<Range, void> {
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]{1,400}/gu)) {
    if (wanted.has(foldWord(match[0]))) yield rangeOf(match)
  }
}

function rangeOf({ index, 0: text }: RegExpExecArray): Range {
  return { start: index, end: index + text.length }
}

/** A little before the match, at the beginning of a word where one is near. */
function startOf(text: string, at: number): number {
  if (at <= before) return 0
  const blank = text.slice(at - before, at).search(/\s/u)
  return blank < 0 ? outsidePair(text, at - before) : at - before + blank + 1
}

/** Never between the halves of a character. */
function outsidePair(text: string, index: number): number {
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
