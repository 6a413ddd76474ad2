/** Scripts that put no blanks between words: each of their characters is a word, and a run of them a phrase. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3099\u309a]/gu

/**
 * Accents, points and vowels that people leave out when they type. In the scripts of India the signs are letters of
 * their own, and so are the marks of kana that tell `ga` from `ka`.
 */
const optionalMarks =
  /[[\p{M}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]]--[\u3099\u309a]]/gv

const beyondAscii = /[^\0-\x7f]/

/**
 * A text as words of it are compared, of messages and of queries alike: without case and accents, full-width letters as
 * plain ones, unspaced scripts character by character.
 */
export function foldText(text: string): string {
  return beyondAscii.test(text) ? foldLetters(text).replace(unspaced, ' $& ') : text.toLowerCase()
}

function foldLetters(text: string): string {
  const letters = text.normalize('NFKD').replace(optionalMarks, '').normalize('NFC')
  return letters.toLowerCase().replaceAll('ς', 'σ')
}

/** A text with the same letters as `foldText` gives, and for each of them what it was made of. */
export type FoldedText = {
  readonly text: string
  /** Where in the original the letter at this place begins, and where it ends. */
  readonly findStart: (index: number) => number
  readonly findEnd: (index: number) => number
}

/** A letter with its marks, which may stand by themselves: syllables of Korean, half-width kana. */
const letter = /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|\P{M}[\p{M}\uff9e\uff9f]*|\p{M}+/gu

/** Folds letter by letter, so that what is found can be shown as it was written. */
export function foldInPlaces(text: string): FoldedText {
  if (!beyondAscii.test(text)) {
    return { text: text.toLowerCase(), findStart: (index) => index, findEnd: (index) => index + 1 }
  }
  const pieces: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  for (const { 0: original, index } of text.matchAll(letter)) {
    const folded = foldLetters(original)
    pieces.push(folded)
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(index)
      ends.push(index + original.length)
    }
  }
  return {
    text: pieces.join(''),
    findStart: (index) => starts[index] ?? text.length,
    findEnd: (index) => ends[index] ?? text.length,
  }
}

/** Whether this is a character of a script that puts no blanks between words. */
export function isUnspaced(word: string): boolean {
  return word.search(unspaced) === 0
}
