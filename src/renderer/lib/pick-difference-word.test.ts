import { expect, it } from 'vitest'
import { pickDifferenceWord } from './pick-difference-word.ts'

it.each([
  [1, 'higher', 'better'],
  [1, 'lower', 'worse'],
  [-1, 'higher', 'worse'],
  [-1, 'lower', 'better'],
  [0, 'lower', null],
] as const)('a difference of %s where %s is good is %s', (difference, direction, word) => {
  expect(pickDifferenceWord(difference, direction)).toBe(word)
})
