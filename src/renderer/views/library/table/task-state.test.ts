import { describe, expect, it } from 'vitest'
import { makeTask } from '../../../../shared/testing/make-task.ts'
import { stateOf } from './task-state.ts'

describe('the state of a task', () => {
  it.each([
    [{}, '', 'quiet', /^null$/],
    [{ problems: 2 }, '2 problems', 'caution', /open the task/],
    [{ state: 'found' }, 'not read yet', 'quiet', /opening it reads it/],
    [{ state: 'failed', failure: 'Cut off at byte 12.' }, 'unreadable', 'bad', /byte 12/],
    [{ state: 'gone' }, 'gone', 'caution', /stays here/],
  ] as const)('of %j is said', (given, text, tone, about) => {
    const words = stateOf(makeTask({ id: 'a', ...given }))
    expect([words.text, words.tone]).toEqual([text, tone])
    expect(String(words.about)).toMatch(about)
  })
})
