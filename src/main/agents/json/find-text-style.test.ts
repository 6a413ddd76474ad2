import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyJsonLayout } from '../../../shared/kernel/json-layout.ts'
import type { SourceFile } from '../source-file.ts'
import { fileOfText } from '../testing/source-of-text.ts'
import { findTextStyle } from './find-text-style.ts'

const messages = [{ role: 'user', content: [{ type: 'text', text: 'a\u2028\\ "b" ✓' }], ts: 1 }]
const textAlone = (text: string, more: Partial<SourceFile> = {}): SourceFile =>
  fileOfText('api_conversation_history.json', text, more)

const withBytes = (text: string, more: Partial<SourceFile> = {}): SourceFile =>
  textAlone(text, { utf8: Buffer.from(text), ...more })

describe.each([
  ['whose text alone is at hand', textAlone],
  ['whose bytes are at hand', withBytes],
])('the style of a file %s', (_kind, fileOf) => {
  it.each([
    ['minified', undefined, '', false],
    ['tabs', '\t', '\n', false],
    ['two spaces and a byte order mark', '  ', '', true],
    ['four spaces and two line ends', '    ', '\r\n\n', false],
  ])('is found for %s', (_name, indent, trailing, bom) => {
    const text = JSON.stringify(messages, null, indent) + trailing
    expect(findTextStyle(fileOf(text, { bom }), messages, true)).toEqual({
      indent: indent ?? '',
      bom,
      trailing,
    })
  })

  it.each([
    ['CRLF line ends', JSON.stringify(messages, null, 2).replaceAll('\n', '\r\n')],
    ['escapes that are not needed', JSON.stringify(messages).replace('✓', '\\u2713')],
    ['objects on one line', JSON.stringify(messages).replaceAll('{', '{ ').replace('[', '[\n\t')],
    ['white space in front', ` ${JSON.stringify(messages)}`],
    ['a number written otherwise', `${JSON.stringify(messages).replace('"ts":1', '"ts":1.0')}\n`],
  ])('is a layout with %s', (_name, text) => {
    const { indent, layout, trailing } = findTextStyle(fileOf(text), messages, true)
    expect(indent).toBeNull()
    expect(layout && applyJsonLayout(JSON.stringify(messages), layout) + trailing).toBe(text)
  })

  it.each([
    ['minified', JSON.stringify({ version: 1, messages, notes: ['[', ']'] })],
    ['indented', `${JSON.stringify({ messages, notes: [] }, null, 2)}\n`],
    ['and nothing behind them', `{"a":{"messages":[]},\n"messages":${JSON.stringify(messages)}`],
  ])('holds the object around the messages, %s', (_name, text) => {
    const { before, indent, layout, trailing } = findTextStyle(fileOf(text), messages, true)
    const written =
      layout === undefined
        ? JSON.stringify(messages, null, indent ?? '')
        : applyJsonLayout(JSON.stringify(messages), layout)
    expect(before).toMatch(/"messages":\s?$/)
    expect(`${before}${written}${trailing}`).toBe(text)
  })

  it.each([
    ['a key stands twice', '[{"role":"user","role":"user","content":"a"}]', true, 'stands twice'],
    ['keys are numbers', '[{"role":"user","content":"a","2":0,"1":0}]', true, 'numbers'],
    [
      'messages stand twice',
      '{"messages":[],"messages":[{"role":"user","content":"a"}]}',
      true,
      'stands twice',
    ],
    ['elements were left out', '[{"role":"user","content":"a"},7]', false, 'no messages'],
  ])('is unknown where %s, and says why', (_name, text, isWhole, reason) => {
    const value = JSON.parse(text)
    const all = (Array.isArray(value) ? value : value.messages).filter((one: unknown) => one !== 7)
    const style = findTextStyle(fileOf(text), all, isWhole)
    expect(style).toMatchObject({ indent: null, obstacle: expect.stringContaining(reason) })
    expect(style.layout).toBeUndefined()
  })

  it('is unknown where the bytes of the file were no clean UTF-8', () => {
    expect(
      findTextStyle(fileOf(JSON.stringify(messages), { exact: false }), messages, true).indent,
    ).toBeNull()
  })

  it('gives the file back byte for byte wherever it is known', () => {
    const writings = fc.tuple(
      fc.array(fc.jsonValue()),
      fc.constantFrom('', ' ', '\t', '   '),
      fc.constantFrom('', '\n'),
    )
    fc.assert(
      fc.property(writings, ([values, indent, trailing]) => {
        const text = JSON.stringify(values, null, indent) + trailing
        const parsed: readonly unknown[] = JSON.parse(text)
        const style = findTextStyle(fileOf(text), parsed, true)
        expect(style.indent).not.toBeNull()
        expect(JSON.stringify(parsed, null, style.indent ?? '') + style.trailing).toBe(text)
      }),
    )
  })

  it.each([
    ['a message of more than a megabyte', { role: 'user', content: '✓'.repeat(700_000) }],
    ['half of a pair of code units', { role: 'user', content: '\ud800' }],
  ])('is found with %s', (_name, message) => {
    expect(findTextStyle(fileOf(JSON.stringify([message])), [message], true)).toMatchObject({ indent: '' })
  })

  it('is unknown where a bracket follows the array', () => {
    const text = `${JSON.stringify(messages)}\n]`
    expect(findTextStyle(fileOf(text), messages, false)).toMatchObject({ indent: null, trailing: '' })
  })
})

describe('the style of a large file', () => {
  it('is found without the text of the whole', () => {
    const file: SourceFile = {
      ...withBytes(JSON.stringify(messages)),
      get text(): string {
        throw new Error('the text of the whole was made')
      },
    }
    expect(findTextStyle(file, messages, true)).toEqual({ indent: '', bom: false, trailing: '' })
  })
})
