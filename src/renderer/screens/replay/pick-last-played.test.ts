import { describe, expect, it } from 'vitest'
import { pickLastPlayed } from './pick-last-played.ts'

const nothing = { data: undefined, isPending: true, error: null }
const kept = { replayId: 'old', playedTs: 5, version: '1', changes: [], input: 'asked before' }
const found = { data: kept, isPending: false, error: null }
const none = { data: null, isPending: false, error: null }
const result = { data: 'result before', isPending: false, error: null }
const own = {
  input: 'asked now',
  finished: { replayId: 'new', result: 'result now', notKept: 'No room.' },
}
const beforeIt = { replayId: 'old', input: 'asked before', result: 'result before', notKept: null }
const now = { replayId: 'new', input: 'asked now', result: 'result now', notKept: 'No room.' }

describe('what was played last', () => {
  it.each([
    ['nothing', null, none, nothing, { shown: null, kept: null, isLoading: false }],
    ['not known yet', null, nothing, nothing, { shown: null, isLoading: true }],
    ['kept, and on its way', null, found, nothing, { shown: null, isLoading: true }],
    ['kept', null, found, result, { shown: beforeIt, kept, isLoading: false }],
    ['of this window', own, nothing, nothing, { shown: now, kept: null, isLoading: false }],
    ['of this window, another one kept', own, found, result, { shown: now, kept: null }],
    [
      'of this window, and kept',
      own,
      { ...found, data: { ...kept, replayId: 'new' } },
      nothing,
      { shown: now, kept: { replayId: 'new' }, problem: null },
    ],
  ])('is %s', (_, played, last, asked, expected) => {
    expect(pickLastPlayed<string, string>(played, last, asked)).toMatchObject(expected)
  })

  it('is a problem where what was kept cannot be read, and nothing was played since', () => {
    const failed = { data: undefined, isPending: false, error: new Error('damaged') }
    expect(pickLastPlayed<string, string>(null, found, failed)).toMatchObject({
      shown: null,
      isLoading: false,
      problem: { message: expect.stringContaining('damaged') },
    })
    expect(pickLastPlayed<string, string>(null, none, failed).problem).toBeNull()
    expect(pickLastPlayed<string, string>(own, failed, failed)).toMatchObject({ shown: now, problem: null })
  })
})
