import { expect, it } from 'vitest'
import { basisOf } from './basis-of.ts'

it.each([
  [1, 1, 0, 0, 'Figures of one task.'],
  [2, 2, 0, 1, 'Figures of all 2 tasks, without the sample.'],
  [321, 320, 1, 1, 'Figures of 320 of 321 tasks, without the sample; 1 cannot be read.'],
  [9, 4, 0, 0, 'Figures of 4 of 9 tasks; 5 are not counted yet.'],
  [9, 4, 4, 0, 'Figures of 4 of 9 tasks; 4 cannot be read, 1 is not counted yet.'],
])('says which tasks the figures are of: %#', (tasks, surveyed, unreadableTasks, leftOutSamples, words) => {
  expect(
    basisOf({ tasks, surveyed, unreadableTasks, leftOutSamples, countedSamples: 0, outdatedTasks: 0 }),
  ).toBe(words)
})

it('says that there is nothing but the sample', () => {
  const counts = {
    tasks: 1,
    surveyed: 1,
    unreadableTasks: 0,
    leftOutSamples: 0,
    outdatedTasks: 0,
    countedSamples: 1,
  }
  expect(basisOf(counts)).toMatch(/^Figures of the sample that comes with Dewpoint\./)
})

it('says which figures are as last read', () => {
  const counts = { tasks: 3, surveyed: 3, unreadableTasks: 0, leftOutSamples: 0, countedSamples: 0 }
  expect(basisOf({ ...counts, outdatedTasks: 1 })).toBe(
    'Figures of all 3 tasks. Of 1 they are as last read: it is gone or cannot be read now.',
  )
})
