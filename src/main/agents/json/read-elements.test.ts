import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readElements } from './read-elements.ts'

const read = (text: string): readonly unknown[] | null => readElements(Buffer.from(text))?.values ?? null

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

describe('an array of messages', () => {
  const messages = [
    { role: 'user', content: 'a "✓" \u2028 \ud800' },
    { role: 'assistant', content: [{ type: 'text', text: '💻' }], ts: 1 },
  ]
  const text = JSON.stringify(messages)

  it.each([
    ['alone', text],
    ['before white space', `${text}\n\n`],
  ])('that JSON.stringify wrote says where each ends, %s', (_name, whole) => {
    const bytes = Buffer.from(whole)
    const ends = readElements(bytes)?.ends ?? []
    const pieces = ends.map((end, at) => bytes.toString('utf8', (ends[at - 1] ?? 0) + 1, end))
    expect(pieces).toEqual(messages.map((message) => JSON.stringify(message)))
    expect(bytes.toString('utf8', 0, (ends.at(-1) ?? 0) + 1)).toBe(text)
  })

  it.each([
    ['indented', JSON.stringify(messages, null, 1)],
    ['behind white space', ` ${text}`],
    ['with a space before a comma', text.replace('},{', '} ,{')],
    ['with a space behind a comma', text.replace('},{', '}, {')],
    ['with a space before the end', text.replace(/\]$/, ' ]')],
    ['with a space inside', text.replace('"ts":', '"ts": ')],
    ['with a number written otherwise', text.replace('"ts":1', '"ts":1.0')],
    ['with an escape that is not needed', text.replace('💻', '\\ud83d\\udcbb')],
    ['with a key twice', text.replace('"ts":1', '"ts":1,"ts":1')],
    ['that are none', '[{"type":"say"}]'],
    ['too deep to be written', `[{"role":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`],
  ])('does not say so %s', (_name, whole) => {
    expect(readElements(Buffer.from(whole))).toMatchObject({ ends: null })
  })
})
