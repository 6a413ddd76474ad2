import { expect, it } from 'vitest'
import { makeTask } from '../../../shared/testing/make-task.ts'
import { describeTaskWarning } from './describe-task-warning.ts'

it.each([
  ['found', null, null],
  ['read', null, null],
  ['gone', null, 'Its files are gone from /tasks/1. This was read before.'],
  [
    'failed',
    'It may not be read.',
    'Its files cannot be read as they are now. This was read before. It may not be read.',
  ],
] as const)(
  'the header of a task that is %s warns where its files are not as they were read',
  (state, failure, text) => {
    expect(describeTaskWarning(makeTask({ id: 't', state, failure, path: '/tasks/1' }))).toBe(text)
  },
)

it('says when it was read', () => {
  const readTs = new Date('2026-03-01T12:00:00').getTime()
  expect(describeTaskWarning(makeTask({ id: 't', state: 'gone', readTs }))).toMatch(
    /before, on 2026-03-01 12:00\.$/,
  )
})
