import { expect, it } from 'vitest'
import { endNames, endRoom, fitsNames } from './policy-lines.tsx'

it('a plot keeps room for the names of its lines where it is wide enough', () => {
  expect(endRoom(['none', 'native-50'], 900)).toBeGreaterThan(endRoom(['none'], 900))
  expect(endRoom(['none', 'native-50'], 320)).toBe(endRoom([], 900))
})

it('names that would take too much of a plot are left out', () => {
  const long = ['a'.repeat(40)]
  expect(fitsNames({ width: 900, right: 900 - endRoom(long, 900) })).toBe(true)
  expect(fitsNames({ width: 500, right: 500 - endRoom(long, 500) })).toBe(false)
})

it('a long name takes 22 characters, and more only where it would look like another one', () => {
  const long = 'native-with-a-long-name-200k-75'
  const alike = 'native-with-a-lost-name-200k-75'
  const textsOf = (...names: readonly string[]) => [...endNames(names).values()]
  expect(textsOf(long, 'lossless-75')).toEqual(['native-with…me-200k-75', 'lossless-75'])
  expect(new Set(textsOf(long, alike)).size).toBe(2)
})
