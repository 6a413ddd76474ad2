import { copyText } from '../../../shared/kernel/copy-text.ts'
import { cutLongRuns } from './cut-long-runs.ts'
import { findPieceEnd } from './find-piece-end.ts'
import { createPieceTable } from './piece-table.ts'
import type { Encoding, TokenCounter } from './token-counter.ts'

/** Text that looks like a special token is text: histories quote `<|endoftext|>`, and nothing here obeys it. */
const asPlainText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }

/** Pieces that one generation of the cache holds; two generations live at a time. */
const mostPieces = 100_000
/** Pieces that the library remembers, each with its tokens. */
const mostMerges = 1000
/** Longer pieces are rare, and seldom come again. */
const longestPiece = 32

/**
 * The counter for everyday use: gpt-tokenizer, piece by piece, 10 to 20 times as fast as js-tiktoken with identical
 * counts. An encoding splits a text into pieces of a word or less, and no token crosses from one into the next: what a
 * piece counts is remembered, which is twice as fast as what the library remembers.
 */
export async function createBulkCounter(encoding: Encoding = 'o200k_base'): Promise<TokenCounter> {
  const { O200K_TOKEN_SPLIT_REGEX, CL100K_TOKEN_SPLIT_REGEX } =
    await import('gpt-tokenizer/encodingParams/constants')
  const { countTokens, setMergeCacheSize } =
    encoding === 'o200k_base'
      ? await import('gpt-tokenizer/encoding/o200k_base')
      : await import('gpt-tokenizer/encoding/cl100k_base')
  // It is asked for what comes for the first time, and for long pieces, of which hostile texts repeat one.
  setMergeCacheSize(mostMerges)
  const countPiece = rememberPieces((piece) => countTokens(piece, asPlainText))
  const countAscii = createPieceTable((piece) => countTokens(piece, asPlainText))
  const isPlain = encoding === 'o200k_base'
  // A copy: the place where it goes on looking is its own.
  const split = new RegExp(encoding === 'o200k_base' ? O200K_TOKEN_SPLIT_REGEX : CL100K_TOKEN_SPLIT_REGEX)
  return {
    id: encoding,
    count: (text) => {
      let tokens = 0
      for (const run of cutLongRuns(text)) {
        for (let from = 0; from < run.length;) {
          let end = isPlain ? findPieceEnd(run, from) : -1
          if (end < 0) {
            const piece = findPiece(split, run, from)
            end = from + piece.length
            tokens += countPiece(piece)
          } else tokens += countAscii(run, from, end)
          from = end
        }
      }
      return tokens
    },
  }
}

/** The piece at a place of a text, of which every character belongs to one. */
function findPiece(split: RegExp, text: string, from: number): string {
  split.lastIndex = from
  return split.exec(text)?.[0] ?? text.slice(from)
}

/** The same function, with what it said of short pieces. Pieces that no text had for a whole generation are forgotten. */
function rememberPieces(count: (piece: string) => number): (piece: string) => number {
  let young = new Map<string, number>()
  let old = new Map<string, number>()
  return (piece) => {
    if (piece.length > longestPiece) return count(copyText(piece))
    const hit = young.get(piece)
    if (hit !== undefined) return hit
    const own = copyText(piece)
    const tokens = old.get(own) ?? count(own)
    if (young.size >= mostPieces) [old, young] = [young, new Map()]
    young.set(own, tokens)
    return tokens
  }
}
