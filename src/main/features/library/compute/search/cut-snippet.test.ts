import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutSnippet } from './cut-snippet.ts'
import { parseQuery } from './parse-query.ts'

/** A snippet with its matches in brackets. */
const cut = (text: string, query: string): string =>
  cutSnippet(text, parseQuery(query))
    .map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
    .join('')

const filler = 'lorem ipsum dolor sit amet '.repeat(40)

describe('a snippet', () => {
  it.each([
    ['A fox, a Fox and foxes', 'fox', 'A [fox], a [Fox] and [foxes]'],
    ['A fox and foxes', 'fox ', 'A [fox] and foxes'],
    ['see\n\n  src/app.tsx\there', 'src/app.tsx', 'see [src/app.tsx] here'],
    ['srcapp src-app', '"src app"', 'srcapp [src-app]'],
    ['red hen, blue fox', 'fox red', '[red] hen, blue [fox]'],
    ['un café noir', 'cafe', 'un [café] noir'],
    ['压缩上下文的窗口', '上下文', '压缩[上下文]的窗口'],
    ['nothing of it', 'fox', 'nothing of it'],
    ['a\0b fox', 'fox', 'a b [fox]'],
  ])('of %j for %s', (text, query, expected) => {
    expect(cut(text, query)).toBe(expected)
  })

  it('shows a little before the first match and more behind it', () => {
    const shown = cut(`${filler}the fox ${filler}`, 'fox')
    expect(shown).toMatch(/^….{30,70}\[fox\].{100,200}…$/)
  })

  it('stays short and whole for any text and query', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 900 })
    fc.assert(
      fc.property(text, text, (one, query) => {
        const pieces = cutSnippet(one, parseQuery(query))
        expect(pieces.reduce((sum, piece) => sum + piece.text.length, 0)).toBeLessThanOrEqual(243)
        expect(pieces.every((piece) => piece.text !== '' && piece.text.isWellFormed())).toBe(true)
      }),
    )
  })
})
