import { expect, it } from 'vitest'
import { toSafeString } from './to-safe-string.ts'

it.each([
  ['text', 'text'],
  [1.5, '1.5'],
  [null, 'null'],
  [undefined, 'undefined'],
  [{}, '[object Object]'],
  [[1, [2]], '1,2'],
])('is what String gives for %j', (value, text) => {
  expect(toSafeString(value)).toBe(text)
})

it.each(['{"toString":1}', '[[{"toString":"x"}]]', '{"toString":{},"valueOf":null}'])(
  'is a text for %s, where String throws',
  (json) => {
    const value: unknown = JSON.parse(json)
    expect(() => [value].join('')).toThrow(TypeError)
    expect(toSafeString(value)).toBe('[object Object]')
  },
)
