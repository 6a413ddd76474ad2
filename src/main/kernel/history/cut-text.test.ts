import { expect, it } from 'vitest'
import { countLinesFrom, cutText, cutToChars } from './cut-text.ts'

const lines = 'one\ntwo\nthree\nfour'
const cut = (text: string, maxLines: number | null, maxChars: number | null, addEllipsis = true): string =>
  cutText(text, { maxLines, maxChars, addEllipsis })

it.each([
  ['nothing where there are no limits', cut(lines, null, null), lines],
  ['nothing at the limits', cut(lines, 4, 18), lines],
  ['lines', cut(lines, 2, null), 'one\ntwo\n... (2 more lines)'],
  ['one line', cut(lines, 3, null), 'one\ntwo\nthree\n... (1 more line)'],
  ['lines without a note', cut(lines, 2, null, false), 'one\ntwo'],
  ['characters', cut(lines, null, 5), 'one\nt... (13 more characters)'],
  ['characters without a note', cut(lines, null, 5, false), 'one\nt'],
  ['what the lines leave is short enough', cut(lines, 1, 5), 'one\n... (3 more lines)'],
  ['characters of what the lines leave', cut(lines, 3, 5), 'one\nt... (13 more characters)'],
  ['no half of a pair', cutToChars('ab\u{1F642}c', 3, true), 'ab... (3 more characters)'],
  ['a whole pair', cutToChars('ab\u{1F642}c', 4, false), 'ab\u{1F642}'],
  ['a thousand', cutToChars('x'.repeat(1001), 1, true), 'x... (1,000 more characters)'],
  ['fewer', cutToChars('x'.repeat(1000), 1, true), 'x... (999 more characters)'],
  ['many', cutToChars('x'.repeat(12_035), 1, true), 'x... (12,034 more characters)'],
  ['a million', cutToChars('x'.repeat(1_000_001), 1, true), 'x... (1,000,000 more characters)'],
])('cuts %s', (_, text, expected) => {
  expect(text).toBe(expected)
})

it('takes the lines that somebody has counted', () => {
  expect(cutText(lines, { maxLines: 1, maxChars: null, addEllipsis: true }, 4)).toBe(
    'one\n... (3 more lines)',
  )
  expect(countLinesFrom(lines, 4)).toBe(3)
})
