import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonError } from './find-json-error.ts'
import { skipValue } from './skip-value.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('the place of an error in JSON', () => {
  it.each([
    ['{"a": 1, "b"', 12, 'the file ends inside an object'],
    ['{"a": "text', 11, 'the file ends inside a string'],
    ['{"a": [1, 2', 11, 'the file ends inside an array'],
    ['{"a": tru', 9, 'the file ends inside a value'],
    ['{"a": "x\\u12', 12, 'the file ends inside a string'],
    ['{"a": "x\\q"}', 8, 'a backslash sequence is not valid'],
    ['{"a": "x\\u12G4"}', 8, 'a \\u sequence is not valid'],
    ['{"a": "x\ny"}', 8, 'control character 10 stands inside a string'],
    ['{"a": "x\0y"}', 8, 'a NUL character stands inside a string'],
    ['{"a" 1}', 5, 'a colon was expected, not "1"'],
    ['{a: 1}', 1, 'a key was expected, not "a"'],
    ['[1 2]', 3, 'a comma or "]" was expected, not "2"'],
    ['{"a": 1, }', 9, 'a key was expected, not "}"'],
    ['[1, ]', 4, 'a value was expected, not "]"'],
    ['{"a": 💥}', 6, 'a value was expected, not "💥"'],
  ])('in %j is %i', (text, offset, reason) => {
    expect(findJsonError(text, 0)).toMatchObject({ offset, reason })
  })

  it('is nowhere in valid JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (json, indent) => {
        expect(findJsonError(JSON.stringify(JSON.parse(json), null, indent), 0)).toBeNull()
      }),
    )
  })

  it('is found in exactly the objects and arrays that JSON.parse refuses', () => {
    const damaged = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', '"', '{', '}', '[', ']', ',', ':', '\\', '\0', '1', 'e'),
      )
      .map(([json, at, by]) => {
        const text = `[${json}]`
        const place = 1 + (at % text.length)
        return text.slice(0, place) + by + text.slice(place + 1)
      })
    fc.assert(
      fc.property(damaged, (text) => {
        // A value may end before its text does; what follows it is somebody else's error.
        const end = skipValue(text, 0)
        expect(findJsonError(text, 0) === null).toBe(end !== -1 && isJson(text.slice(0, end)))
      }),
      { numRuns: 500 },
    )
  })
})
