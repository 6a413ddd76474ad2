import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyJsonLayout } from '../../../shared/lib/json-layout.ts'
import type { SourceFile } from '../source-file.ts'
import { findTextStyle } from './find-text-style.ts'

const messages = [{ role: 'user', content: [{ type: 'text', text: 'a\u2028\\ "b" ✓' }], ts: 1 }]
const fileOf = (text: string, more: Partial<SourceFile> = {}): SourceFile => ({
  name: 'api_conversation_history.json',
  text,
  bom: false,
  exact: true,
  changedTs: null,
  problems: [],
  ...more,
})

describe('the style of a file', () => {
  it.each([
    ['minified', undefined, '', false],
    ['tabs', '\t', '\n', false],
    ['two spaces and a byte order mark', '  ', '', true],
    ['four spaces and two line ends', '    ', '\r\n\n', false],
  ])('is found for %s', (_name, indent, trailing, bom) => {
    const text = JSON.stringify(messages, null, indent) + trailing
    expect(findTextStyle(fileOf(text, { bom }), messages)).toEqual({ indent: indent ?? '', bom, trailing })
  })

  it.each([
    ['CRLF line ends', JSON.stringify(messages, null, 2).replaceAll('\n', '\r\n')],
    ['escapes that are not needed', JSON.stringify(messages).replace('✓', '\\u2713')],
    ['objects on one line', JSON.stringify(messages).replaceAll('{', '{ ').replace('[', '[\n\t')],
    ['white space in front', ` ${JSON.stringify(messages)}`],
    ['a number written otherwise', `${JSON.stringify(messages).replace('"ts":1', '"ts":1.0')}\n`],
  ])('is a layout with %s', (_name, text) => {
    const { indent, layout, trailing } = findTextStyle(fileOf(text), messages)
    expect(indent).toBeNull()
    expect(layout && applyJsonLayout(JSON.stringify(messages), layout) + trailing).toBe(text)
  })

  it('is unknown with an object around the messages', () => {
    const style = findTextStyle(fileOf(JSON.stringify({ messages })), messages)
    expect(style).toEqual({ indent: null, bom: false, trailing: '' })
  })

  it('is unknown where the bytes of the file were no clean UTF-8', () => {
    expect(findTextStyle(fileOf(JSON.stringify(messages), { exact: false }), messages).indent).toBeNull()
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
        const style = findTextStyle(fileOf(text), parsed)
        expect(style.indent).not.toBeNull()
        expect(JSON.stringify(parsed, null, style.indent ?? '') + style.trailing).toBe(text)
      }),
    )
  })
})
