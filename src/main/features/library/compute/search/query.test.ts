import Database from 'better-sqlite3'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchSchema } from '../../../../platform/store/search/search-schema.ts'
import { cutSnippet } from './cut-snippet.ts'
import { foldText } from './fold-text.ts'
import { matchExpression, parseQuery } from './parse-query.ts'
import { splitWords } from './query-pieces.ts'

const database = new Database(':memory:')
database.exec(searchSchema)
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

  it.each([
    ['Korean', '압축', '대화를 압축 했다'],
    ['Japanese with voicing marks', 'ガイド', '新しいガイドを読む'],
    ['half-width kana', 'ガイド', '新しいｶﾞｲﾄﾞを読む'],
    ['Russian й and ё', 'ёлка', 'новый файл: ёлка'],
    ['Russian й', 'файл', 'новый файл'],
    ['Russian ё for е', 'елка', 'новая ёлка'],
    ['Ukrainian ї', 'їжак', 'мій їжак'],
    ['Greek tonos', 'αρχείο', 'το αρχείο'],
    ['Greek without tonos', 'ΟΔΟΣ', 'η οδός'],
    ['Vietnamese', 'tiếng Việt', 'nói tiếng Việt'],
    ['Hindi', 'हिन्दी', 'यह हिन्दी है'],
    ['Tamil', 'தமிழ்', 'இது தமிழ் மொழி'],
    ['Bengali', 'বাংলা', 'এটা বাংলা ভাষা'],
    ['Hebrew points', 'שָׁלוֹם', 'אמר שָׁלוֹם לך'],
    ['Hebrew without points', 'שלום', 'אמר שָׁלוֹם לך'],
    ['Arabic vowels', 'سَلَام', 'قال سَلَام لك'],
    ['Arabic without vowels', 'سلام', 'قال سَلَام لك'],
    ['Thai', 'ภาษาไทย', 'นี่คือภาษาไทยครับ'],
    ['Chinese', '文件', '打开文件吧'],
    ['full-width letters', 'Node', 'mit Ｎｏｄｅ gebaut'],
    ['ligatures', 'file', 'a ﬁle here'],
    ['Turkish dots', 'istanbul', 'gittik İstanbul şehrine'],
    ['decomposed accents', 'café', 'un cafe\u0301 noir'],
    ['decomposed Korean', '압축', '압축'.normalize('NFD')],
  ])('is found and marked in %s', (_script, query, text) => {
    expect(finds(query, text)).toBe(true)
    const marked = cutSnippet(text, parseQuery(query)).filter(({ isMatch }) => isMatch)
    expect(marked.flatMap(({ text: piece }) => splitWords(piece))).toEqual(splitWords(query))
  })

  it.each([
    ['हानि', 'हिन्दी'],
    ['か', 'が'],
  ])('tells %s from %s', (query, text) => {
    expect(finds(query, text)).toBe(false)
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
    const letters = fc.constantFrom(
      'a',
      'b',
      ' ',
      'é',
      'ß',
      '上',
      'ガ',
      'ｶ',
      'ﾞ',
      'й',
      'ς',
      'हि',
      'ไ',
      '축',
      '½',
      '.',
      '/',
      '_',
      '-',
      '"',
      "'",
      '1',
      '\n',
    )
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
