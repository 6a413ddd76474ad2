import { expect, it } from 'vitest'
import { endRoom, endWords } from './end-room.ts'

it('a plot keeps room for the names of its lines where it is wide enough', () => {
  expect(endRoom(['none', 'native-50'], 900)).toBeGreaterThan(endRoom(['none'], 900))
  expect(endRoom(['none', 'native-50'], 320)).toBe(endRoom([], 900))
})

it('a long name takes no more room than sixteen characters, and keeps its beginning and its end', () => {
  const long = 'native-with-a-long-name-200k-75'
  expect(endWords(long)).toBe('native-…-200k-75')
  expect(endRoom([long], 900)).toBe(endRoom(['a'.repeat(16)], 900))
  expect(endWords('lossless-75')).toBe('lossless-75')
})
