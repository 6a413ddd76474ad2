import { foldText } from './fold-text.ts'

const word = /[\p{L}\p{N}\p{M}\p{Co}]+/gu

/** Words of a text without case and accents; everything that is no letter or digit parts them. */
export function wordsOf(text: string): readonly string[] {
  return foldText(text).match(word) ?? []
}
