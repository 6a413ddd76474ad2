/** Scripts that put no blanks between words: each of their characters is a word, and a run of them a phrase. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

const beyondAscii = /[^\0-\x7f]/

/** A text as the index cuts it into words: full-width letters as plain ones, unspaced scripts character by character. */
export function foldText(text: string): string {
  if (!beyondAscii.test(text)) return text
  return text.normalize('NFKC').replace(unspaced, ' $& ')
}
