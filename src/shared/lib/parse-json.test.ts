import { expect, it } from 'vitest'
import { deepestJson, parseJson } from './parse-json.ts'

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

it.each(['{"a":[1]}', '\uFEFF{"a":[1]}'])('gives what a text says: %j', (text) =>
  expect(parseJson(text)).toEqual({ a: [1] }),
)

it('takes what nests as deep as may be', () => expect(parseJson(nested(deepestJson))).toHaveProperty('a'))

it.each([deepestJson + 2, 5000, 1_000_000])('refuses what nests %i levels deep', (levels) =>
  expect(() => parseJson(nested(levels))).toThrow('more than 500 levels deep'),
)

it('refuses what is no JSON', () => expect(() => parseJson('{')).toThrow(SyntaxError))
