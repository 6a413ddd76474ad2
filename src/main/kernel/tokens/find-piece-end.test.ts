import * as fc from 'fast-check'
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import { expect, it } from 'vitest'
import { findPieceEnd } from './find-piece-end.ts'

/** The pieces of a text as the pattern finds them, and the same asked of the function first. */
function splitBoth(text: string): readonly [readonly string[], readonly string[]] {
  const byPattern = text.match(O200K_TOKEN_SPLIT_REGEX) ?? []
  const pattern = new RegExp(O200K_TOKEN_SPLIT_REGEX)
  const pieces: string[] = []
  for (let from = 0; from < text.length;) {
    pattern.lastIndex = from
    const end = findPieceEnd(text, from)
    const piece = end < 0 ? (pattern.exec(text)?.[0] ?? '') : text.slice(from, end)
    pieces.push(piece)
    from += piece.length
  }
  return [pieces, byPattern]
}

/** What the pattern tells apart, close together. */
const telling = [
  ...Array.from("aBzZ019 \t\v\f\r\n'/._-(\\\0\u001f\u007f"),
  "'s",
  "'LL",
  "'Ve",
  "'re",
  "'M",
  '  ',
  '\r\n',
  'é',
  'É',
  '́',
  'ß',
  '中',
  '²',
  '½',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '💻',
  '\ud800',
  'ǅ',
  'ſ',
]

it('splits any text as the pattern does', () => {
  const texts = fc.array(fc.constantFrom(...telling), { maxLength: 14 }).map((all) => all.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      const [own, byPattern] = splitBoth(text)
      expect(own).toEqual(byPattern)
    }),
    { numRuns: 20_000 },
  )
})

it.each(telling.flatMap((one) => telling.map((two) => [one + two])))(
  'splits %j as the pattern does',
  (pair) => {
    for (const text of [pair, ` ${pair}`, `a${pair}b`, `;${pair}\n`, `1${pair} `, `\n${pair}x`]) {
      const [own, byPattern] = splitBoth(text)
      expect(own).toEqual(byPattern)
    }
  },
)

it('asks nobody about plain text, code included', () => {
  const text = 'const total = items.map((x) => x.y); // it\'s 12345\n\n\treturn "Done", HTTPServer/1.1\r\n'
  for (let from = 0; from < text.length;) {
    const end = findPieceEnd(text, from)
    expect(end).toBeGreaterThan(from)
    from = end
  }
})
