import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readElements } from './read-elements.ts'

const read = (text: string): readonly unknown[] | null => readElements(Buffer.from(text))

describe('elements read from bytes', () => {
  it.each([
    ['indented', '[\n\t{"a": 1},\r\n\t{"b": [2, {}]}\n]\n'],
    ['with quotes, brackets and backslashes in strings', '[{"a":"\\"]}\\\\"},{"b":"[{"}]'],
    ['with text of several bytes a character', '[{"✓":"ä💥"},{"b":"\\u2713"}]'],
    ['with a key twice', '[{"a":1,"a":2,"__proto__":3}]'],
  ])('are what the text as a whole gives, %s', (_name, text) => {
    expect(read(text)).toEqual(JSON.parse(text))
  })

  it.each([
    ['an object around an array', '{"messages":[{}]}'],
    ['an array with something else than objects', '[{},7]'],
    ['nothing', ''],
    ['an empty array', '[]'],
    ['an element that is cut off', '[{"a":1},{"a":"b'],
    ['an array without its end', '[{"a":1}'],
    ['a comma too many', '[{"a":1},]'],
    ['a comma too few', '[{"a":1}{"a":2}]'],
    ['an element that is not valid', '[{"a":1},{a:2}]'],
    ['a line end inside a string', '[{"a":"b\nc"}]'],
    ['brackets of two kinds', '[{"a":[1}]}]'],
    ['something behind the array', '[{"a":1}]\0\0'],
  ])('are none in %s', (_name, text) => {
    expect(read(text)).toBeNull()
  })

  it('are those of every array of objects', () => {
    const objects = fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), { minLength: 1 })
    fc.assert(
      fc.property(objects, fc.constantFrom(undefined, 1, '\t'), (values, indent) => {
        const text = JSON.stringify(values, null, indent)
        expect(read(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('are never more than JSON allows', () => {
    const damage = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', '"', '{', '}', '[', ']', ',', '\\', '1'))
    fc.assert(
      fc.property(damage, ([json, at, by]) => {
        const text = `[{"a":${json}}]`
        const damaged = text.slice(0, at % text.length) + by + text.slice((at % text.length) + 1)
        const values = read(damaged)
        return values === null || isDeepStrictEqual(values, JSON.parse(damaged))
      }),
      { numRuns: 500 },
    )
  })
})
