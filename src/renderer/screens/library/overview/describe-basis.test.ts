import { expect, it } from 'vitest'
import { describeBasis } from './describe-basis.ts'

const plain = {
  childTasks: 0,
  unreadableTasks: 0,
  outdatedTasks: 0,
  movedTasks: 0,
  copiedRequests: 0,
  leftOutSamples: 0,
  countedSamples: 0,
}

it.each([
  [1, 1, 0, 0, 'Figures of one task.'],
  [2, 2, 0, 1, 'Figures of all 2 tasks, without the sample.'],
  [2, 2, 0, 13, 'Figures of all 2 tasks, without the 13 samples.'],
  [321, 320, 1, 1, 'Figures of 320 of 321 tasks, without the sample. 1 cannot be read.'],
  [9, 4, 0, 0, 'Figures of 4 of 9 tasks. 5 are not counted yet.'],
  [9, 4, 4, 0, 'Figures of 4 of 9 tasks. 4 cannot be read, 1 is not counted yet.'],
])('says which tasks the figures are of: %#', (tasks, surveyed, unreadableTasks, leftOutSamples, words) => {
  expect(describeBasis({ ...plain, tasks, surveyed, unreadableTasks, leftOutSamples })).toBe(words)
})

it('tells child sessions from tasks of the person', () => {
  expect(describeBasis({ ...plain, tasks: 96, surveyed: 96, childTasks: 6 })).toBe(
    'Figures of all 96 tasks. 6 child sessions are among them.',
  )
})

it('says that there is nothing but the sample', () => {
  const counts = { ...plain, tasks: 1, surveyed: 1, countedSamples: 1 }
  expect(describeBasis(counts)).toMatch(/^Figures of the sample that comes with Dewpoint\./)
  const more = { ...plain, tasks: 13, surveyed: 13, countedSamples: 13 }
  expect(describeBasis(more)).toMatch(/^Figures of the 13 samples that come with Dewpoint\./)
})

it('says which figures are as last read', () => {
  const counts = { ...plain, tasks: 3, surveyed: 3 }
  expect(describeBasis({ ...counts, outdatedTasks: 1 })).toBe(
    'Figures of all 3 tasks. Of 1 they are as last read: it is gone or cannot be read now.',
  )
})

it('says which model calls count once', () => {
  expect(describeBasis({ ...plain, tasks: 3, surveyed: 3, copiedRequests: 12 })).toBe(
    'Figures of all 3 tasks. 12 model calls that forks and resumed sessions repeat count once.',
  )
})

it('says which tasks stand in two places', () => {
  const counts = { ...plain, tasks: 3, surveyed: 3 }
  expect(describeBasis({ ...counts, movedTasks: 1 })).toBe(
    'Figures of all 3 tasks. 1 task that was moved or renamed counts once.',
  )
  expect(describeBasis({ ...counts, movedTasks: 2 })).toMatch(
    / 2 tasks that were moved or renamed count once\.$/,
  )
})
