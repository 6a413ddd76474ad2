import { findFirstAtLeast } from '../continuation/postings.ts'
import { createRememberedReading, type RememberedReading } from '../facts/create-remembered-reading.ts'
import { findLongerPart } from '../facts/longer-texts.ts'
import { renderReadableText } from '../facts/split-words.ts'
import { visitMatches, type QuickPattern } from '../facts/visit-matches.ts'

/** What a token of a text is. `clause` is a comma or the like, `sentence` the end of a sentence. */
export const tokenKinds = { word: 0, line: 1, sentence: 2, clause: 3, mark: 4, blank: 5 } as const

/** The words, marks and ends of a text in order, with the places where they stand; same indices. */
export type TextTokens = {
  /** In small letters. */
  readonly texts: readonly string[]
  readonly kinds: Uint8Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

export const tokenPattern: QuickPattern = {
  exact:
    /(\[[ xX~\-]\]|[✅✓✔☑❌✗✘✖☐⬜🔲⏳🚧🔄])|([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+)|([[\p{L}\p{N}_]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]]+)|(\n[^\S\n]*\n\s*)|([\r\n]+)|((?<![.!?…])[.!?…]+(?=[\s"'”’\)*`\]]|$)|[。！？])|([,;\(\)\|—–，；、：]|:(?=\s|$)| - )/gv,
  // The second group stands for what ASCII has nothing of.
  quick:
    /(\[[ xX~-]\])|([^\0-\uffff])|(\w+)|(\n[^\S\n]*\n\s*)|([\r\n]+)|((?<![.!?])[.!?]+(?=[\s"')*`\]]|$|[^\0-\x7f]))|([,;()|]|:(?=\s|$)| - )|[^\0-\x7f]/g,
}

/**
 * Cuts a text into what sentences are read by. Runs of Chinese and Japanese, which have no blanks, become pairs of
 * neighbouring characters.
 */
export function tokeniseText(text: string): TextTokens {
  const texts: string[] = []
  const kinds: number[] = []
  const starts: number[] = []
  const ends: number[] = []
  const add = (own: string, kind: number, start: number, end: number): void => {
    texts.push(own)
    kinds.push(kind)
    starts.push(start)
    ends.push(end)
  }
  visitMatches(text, tokenPattern, (match) => {
    const { 0: found, index } = match
    const end = index + found.length
    if (match[1] !== undefined) add(found, tokenKinds.mark, index, end)
    else if (match[2] !== undefined) addPairs(found, index, add)
    else if (match[3] !== undefined) add(found.toLowerCase(), tokenKinds.word, index, end)
    else if (match[4] !== undefined) add('\n\n', tokenKinds.blank, index, end)
    else if (match[5] !== undefined) add('\n', tokenKinds.line, index, end)
    else if (match[6] !== undefined) add(found, tokenKinds.sentence, index, end)
    else add(found, tokenKinds.clause, index, end)
  })
  return {
    texts,
    kinds: Uint8Array.from(kinds),
    starts: Uint32Array.from(starts),
    ends: Uint32Array.from(ends),
  }
}

function addPairs(
  run: string,
  start: number,
  add: (own: string, kind: number, start: number, end: number) => void,
): void {
  if (run.length === 1) add(run, tokenKinds.word, start, start + 1)
  for (let at = 0; at + 1 < run.length; at += 1)
    add(run.slice(at, at + 2), tokenKinds.word, start + at, start + at + 2)
}

/** The tokens of a part as its model reads it. Several figures look at the same parts. */
export const tokensOfPart: RememberedReading<TextTokens> = createRememberedReading((part) => {
  const longer = findLongerPart(part)
  return longer === undefined
    ? tokeniseText(renderReadableText(part))
    : sliceTokens(tokensOfPart(longer), part.text.length)
})

function sliceTokens({ texts, kinds, starts, ends }: TextTokens, length: number): TextTokens {
  const count = findFirstAtLeast(ends, length + 1)
  return {
    texts: texts.slice(0, count),
    kinds: kinds.subarray(0, count),
    starts: starts.subarray(0, count),
    ends: ends.subarray(0, count),
  }
}
