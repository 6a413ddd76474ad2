import { expect, it } from 'vitest'
import { shortenEndNames, measureEndRoom, hasRoomForNames } from './policy-lines.tsx'

it('a plot keeps room for the names of its lines where it is wide enough', () => {
  expect(measureEndRoom(['none', 'native-50'], 900)).toBeGreaterThan(measureEndRoom(['none'], 900))
  expect(measureEndRoom(['none', 'native-50'], 320)).toBe(measureEndRoom([], 900))
})

it('names that would take too much of a plot are left out', () => {
  const long = ['a'.repeat(40)]
  expect(hasRoomForNames({ width: 900, right: 900 - measureEndRoom(long, 900) })).toBe(true)
  expect(hasRoomForNames({ width: 500, right: 500 - measureEndRoom(long, 500) })).toBe(false)
})

it('a long name takes 22 characters, and more only where it would look like another one', () => {
  const long = 'native-with-a-long-name-200k-75'
  const alike = 'native-with-a-lost-name-200k-75'
  const listTexts = (...names: readonly string[]) => [...shortenEndNames(names).values()]
  expect(listTexts(long, 'lossless-75')).toEqual(['native-with…me-200k-75', 'lossless-75'])
  expect(new Set(listTexts(long, alike)).size).toBe(2)
})
