import { expect, it } from 'vitest'
import { neededText } from './needed-words.ts'

it.each([
  [
    5,
    'Too few tasks for a verdict: 5, and 2 comparisons take 7 at least, about 40 to show a difference of 10 points.',
  ],
  [
    12,
    'Enough tasks for a large difference: 12, and 2 comparisons take 7 at least, about 40 to show a difference of 10 points.',
  ],
  [
    40,
    'Enough tasks for a verdict: 40, and 2 comparisons take 7 at least, about 40 to show a difference of 10 points.',
  ],
])('says what %i tasks can show', (tasks, text) =>
  expect(neededText({ comparisons: 2, fewest: 7, forTenPoints: 40 }, tasks)).toBe(text),
)

it('says nothing where nothing is compared', () =>
  expect(neededText({ comparisons: 0, fewest: 5, forTenPoints: 30 }, 1)).toBe(''))
