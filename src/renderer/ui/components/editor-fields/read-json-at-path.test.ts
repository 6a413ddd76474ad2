import { expect, it } from 'vitest'
import type { JsonValue } from '../schema-form/settings-value.ts'
import { readJsonAtPath, withJsonAt, type JsonPath } from './read-json-at-path.ts'

const value = { a: [{ b: 1 }, { b: 2, c: 'x' }], d: null }

it.each<[JsonPath, JsonValue | undefined]>([
  [[], value],
  [['a', 1, 'c'], 'x'],
  [['a', 2, 'c'], undefined],
  [['a', 'c'], undefined],
  [['d', 'e'], undefined],
])('at %j stands %j', (path, found) => expect(readJsonAtPath(value, path)).toEqual(found))

it.each<[JsonPath, JsonValue | undefined, JsonValue]>([
  [['a', 1, 'c'], 'y', { a: [{ b: 1 }, { b: 2, c: 'y' }], d: null }],
  [['a', 1, 'c'], undefined, { a: [{ b: 1 }, { b: 2 }], d: null }],
  [['a', 0], undefined, { a: [{ b: 2, c: 'x' }], d: null }],
  [['a', 2, 'b'], 5, value],
  [['d', 'e'], 5, { ...value, d: { e: 5 } }],
  [['f', 'g'], true, { ...value, f: { g: true } }],
])('with another value at %j', (path, next, result) => {
  expect(withJsonAt(value, path, next)).toEqual(result)
})

it('keeps a changed key in its place', () => {
  expect(JSON.stringify(withJsonAt({ a: 1, b: 2 }, ['a'], 3))).toBe('{"a":3,"b":2}')
})
