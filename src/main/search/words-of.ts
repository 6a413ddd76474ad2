import { foldText } from './fold-text.ts'

const word = /[\p{L}\p{N}\p{M}\p{Co}]+/gu

/** Words of a text without case and accents; everything that is no letter or digit parts them. */
export function wordsOf(text: string): readonly string[] {
  return (foldText(text).match(word) ?? []).map(foldWord).filter((folded) => folded !== '')
}

/** A word without case and accents. */
export function foldWord(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
