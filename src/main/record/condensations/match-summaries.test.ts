import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import type { RecordedCondensation } from '../../../shared/kernel/usage.ts'
import { matchSummaries } from './match-summaries.ts'

const minute = 60_000
const hidden = (condenseParent: string): Message => ({ role: 'user', content: 'q', condenseParent })
const summary = (condenseId: string | null, ts?: number): Message => ({
  role: 'user',
  content: 's',
  isSummary: true,
  ...(condenseId === null ? {} : { condenseId }),
  ...(ts === undefined ? {} : { ts }),
})

describe('the summary of a recorded condensation', () => {
  it.each<[string, Message[], RecordedCondensation[], (string | null)[]]>([
    ['is the one that it names', [hidden('a'), summary('a')], [{ ts: 1, condenseId: 'a' }], ['a']],
    ['is none where nothing has that name', [summary('b', 1)], [{ ts: 1, condenseId: 'a' }], [null]],
    ['is none where the file has no tags', [summary(null, 1)], [{ ts: 1 }], [null]],
    [
      'is the one of its time where it names none',
      [summary('a', 10 * minute)],
      [{ ts: 10 * minute + 5 }],
      ['a'],
    ],
    [
      'is none of another time: an older agent deleted what that condensed',
      [summary('a', 10 * minute)],
      [{ ts: minute }],
      [null],
    ],
    [
      'is not the one that another record names',
      [summary('a', minute)],
      [{ ts: minute, condenseId: 'a' }, { ts: minute }],
      ['a', null],
    ],
    [
      'is each its own, the nearest first',
      [summary('a', 10 * minute), summary('b', 11 * minute)],
      [{ ts: minute }, { ts: 10 * minute + 5 }, { ts: 11 * minute + 5 }],
      [null, 'a', 'b'],
    ],
    [
      'is that of its order where a time is missing, and there are as many',
      [summary('a'), summary('b')],
      [{ ts: minute }, {}],
      ['a', 'b'],
    ],
    [
      'is not known where a time is missing, and there are not as many',
      [summary('a')],
      [{}, {}],
      [null, null],
    ],
  ])('%s', (_name, messages, condensations, expected) => {
    expect(matchSummaries(messages, condensations)).toEqual(expected)
  })
})
