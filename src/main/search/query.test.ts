import Database from 'better-sqlite3'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from './fold-text.ts'
import { matchExpression } from './match-expression.ts'
import { parseQuery } from './parse-query.ts'

const database = new Database(':memory:')
database.exec(
  `create virtual table words using fts5 (text, content = '', contentless_delete = 1, tokenize = 'unicode61')`,
)
const put = database.prepare('insert into words (rowid, text) values (?, ?)')
const find = database.prepare('select rowid from words where words match ?').pluck()

/** Whether a query finds a message of this text. */
function finds(query: string, text: string): boolean {
  database.exec('delete from words')
  put.run(1, foldText(text))
  const phrases = parseQuery(query)
  return phrases.length > 0 && find.all(matchExpression(phrases)).length > 0
}

describe('a query', () => {
  it.each([
    ['fox', 'the quick brown fox', true],
    ['brown fox', 'the fox is brown', true],
    ['"brown fox"', 'the fox is brown', false],
    ['"brown fox"', 'the brown, fox', true],
    ['“brown fox”', 'a brown fox', true],
    ['"brown fo"', 'a brown fox', false],
    ['fo', 'a fox', false],
    ['quic', 'the quick fox', true],
    ['quic ', 'the quick fox', false],
    ['quic fox', 'the quick fox', false],
    ['"brown fox', 'a brown fox', true],
    ['src/app.tsx', 'see src/app.tsx:12', true],
    ['src/app.ts', 'see src/app.tsx:12', true],
    ['src/app.tsx', 'app.tsx in src', false],
    ['use_background', 'use_background_count()', true],
    ['background', 'use_background_count()', true],
    ['CAFE', 'un café', true],
    ['café', 'un cafe', true],
    ['ＡＢＣ', 'abc', true],
    ['上下文', '压缩上下文的窗口', true],
    ['下上', '压缩上下文的窗口', false],
    ['コンテキスト', '長いコンテキストを圧縮', true],
    ['OR', 'this OR that', true],
    ['fox OR hen', 'a fox', false],
    ['fox AND hen', 'a fox and a hen', true],
    ['NOT fox', 'a fox', false],
    ['fox NEAR(hen, 2)', 'a fox near (hen), 2', true],
    ['-fox', 'a fox', true],
    ['text:fox', 'a fox', false],
    ['text:fox', 'text: fox', true],
    ['fox*', 'a foxglove', false],
    ['^fox', 'a fox', true],
    ['fox"', 'a fox', true],
    ['->', 'a -> b', false],
    ['👍', 'good 👍', false],
    ['', 'anything', false],
  ])('%s in %s: %s', (query, text, isFound) => {
    expect(finds(query, text)).toBe(isFound)
  })

  it('is never a fault, whatever it holds', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '"',
        '*',
        ' NEAR(',
        ')',
        ' OR ',
        ' AND ',
        ' NOT ',
        '-',
        ':',
        '^',
        '{',
        '}',
        '+',
        "'",
        '\0',
        'a',
        '上',
      ),
    )
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        (query) => {
          finds(query, query)
        },
      ),
    )
  })

  it('finds every text that it was copied from, as long as it holds a word', () => {
    const letters = fc.constantFrom('a', 'b', ' ', 'é', 'ß', '上', '.', '/', '_', '-', '"', "'", '1', '\n')
    fc.assert(
      fc.property(
        fc.string({ unit: letters }),
        fc.string({ unit: letters }),
        fc.string({ unit: letters }),
        (before, copied, after) => {
          const query = `"${copied.replaceAll('"', ' ')}"`
          const text = `${before} ${copied} ${after}`
          expect(finds(query, text)).toBe(parseQuery(query).length > 0)
        },
      ),
    )
  })

  it('is cut where it is longer than anybody types', () => {
    const query = Array.from({ length: 500 }, (_, index) => `w${index}`).join(' ')
    expect(finds(query, query)).toBe(true)
  })
})
