import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyJsonLayout, findJsonLayout } from './json-layout.ts'

const roundTrip = (text: string): string | null => {
  const canonical = JSON.stringify(JSON.parse(text))
  const layout = findJsonLayout(text, canonical)
  return layout === null ? null : applyJsonLayout(canonical, layout)
}

describe('the layout of a JSON text', () => {
  it.each([
    ['objects on one line', '[\n\t{ "role": "user", "content": [] },\n\t{ "a": {} }\n]'],
    ['CRLF line ends', '[\r\n  {\r\n    "a": [1, 2]\r\n  }\r\n]'],
    ['escapes that are not needed', String.raw`["\u2713", "\/", "\u00e9"]`],
    ['numbers written otherwise', '[1.0, 1e3, -0.50]'],
    ['white space in front', '  \n[1]'],
    ['strings that look like structure', String.raw`[ "{ \"a\": [" , "\\" ]`],
    ['a word alone', 'null'],
  ])('gives a text with %s back byte for byte', (_name, text) => {
    expect(roundTrip(text)).toBe(text)
  })

  it('refuses a text of another value', () => {
    expect(findJsonLayout('[1, 3]', '[1,2]')).toBeNull()
    expect(findJsonLayout('[1, 2, 3]', '[1,2]')).toBeNull()
    expect(findJsonLayout('[1]', '[1,2]')).toBeNull()
  })

  it('gives every JSON text back, whatever white space stands between its tokens', () => {
    const space = fc.constantFrom('', ' ', '\n', '\t', '\r\n  ')
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(space, { minLength: 1, maxLength: 7 }), (value, spaces) => {
        const canonical = JSON.stringify(value)
        let turn = 0
        const text = canonical.replace(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/gs, (token) => {
          turn += 1
          return `${spaces[turn % spaces.length]}${token}`
        })
        const layout = findJsonLayout(text, canonical)
        expect(layout).not.toBeNull()
        expect(layout && applyJsonLayout(canonical, layout)).toBe(text)
      }),
    )
  })
})
