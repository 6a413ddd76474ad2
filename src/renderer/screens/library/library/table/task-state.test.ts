import { describe, expect, it } from 'vitest'
import { makeTask } from '../../../../../shared/testing/make-task.ts'
import { describeTaskState } from './task-state.ts'

const noon = new Date('2026-03-01T12:00:00').getTime()

describe('the state of a task', () => {
  it.each([
    [{}, '', 'quiet', /^null$/],
    [{ problems: 2 }, '2 problems', 'caution', /Open the task/],
    [{ isGrowing: true }, 'still growing', 'quiet', /last minute/],
    [{ isGrowing: true, problems: 1 }, '1 problem', 'caution', /reservations.*last minute/],
    [{ state: 'gone', isGrowing: true }, 'gone', 'caution', /disk/],
    [{ state: 'found' }, 'not read yet', 'quiet', /Open it to read it/],
    [{ state: 'failed', failure: 'Cut off at byte 12.' }, 'unreadable', 'bad', /byte 12/],
    [{ state: 'failed', readTs: noon }, 'unreadable', 'bad', /^Figures as last read on 2026-03-01 12:00\.$/],
    [{ state: 'gone' }, 'gone', 'caution', /^No longer on disk\.$/],
    [{ state: 'gone', readTs: noon }, 'gone', 'caution', /disk\. Figures as last read on/],
    [{ state: 'read', readTs: noon }, '', 'quiet', /^null$/],
  ] as const)('of %j is said', (given, text, tone, about) => {
    const words = describeTaskState(makeTask({ id: 'a', ...given }))
    expect([words.text, words.tone]).toEqual([text, tone])
    expect(String(words.about)).toMatch(about)
  })
})
