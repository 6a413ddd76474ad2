import { foldText } from './fold-text.ts'

/** A part of a query, and whether it stands in quotes. */
export type QueryPiece = { readonly text: string; readonly isQuoted: boolean }

const quote = /["“”„«»]/

/** A query as its quotes part it; the last quote may be open. */
export function queryPieces(query: string): readonly QueryPiece[] {
  return query.split(quote).map((text, index) => ({ text, isQuoted: index % 2 === 1 }))
}

const word = /[\p{L}\p{N}\p{M}\p{Co}]+/gu

/** Words of a text without case and accents; everything that is no letter or digit parts them. */
export function splitWords(text: string): readonly string[] {
  return foldText(text).match(word) ?? []
}
