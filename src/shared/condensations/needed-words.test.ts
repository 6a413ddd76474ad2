import { expect, it } from 'vitest'
import { describeTasksNeeded } from './needed-words.ts'

it.each([
  [
    5,
    '5 tasks are too few for a verdict: 2 comparisons take at least 7, and about 40 to show a difference of 10 points.',
  ],
  [
    12,
    '12 tasks are enough for a large difference: 2 comparisons take at least 7, and about 40 to show a difference of 10 points.',
  ],
  [
    40,
    '40 tasks are enough for a verdict: 2 comparisons take at least 7, and about 40 to show a difference of 10 points.',
  ],
])('says what %i tasks can show', (tasks, text) =>
  expect(describeTasksNeeded({ comparisons: 2, fewest: 7, forTenPoints: 40 }, tasks)).toBe(text),
)

it('says nothing where nothing is compared', () =>
  expect(describeTasksNeeded({ comparisons: 0, fewest: 5, forTenPoints: 30 }, 1)).toBe(''))
