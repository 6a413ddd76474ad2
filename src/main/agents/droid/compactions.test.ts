import { describe, expect, it } from 'vitest'
import { wordsSentBy } from '../testing/sent-by.ts'
import { call, compaction, read, result, says, start, text, user } from './testing/lines.ts'

describe('a compaction of Droid', () => {
  const prompt = user('Fix it')
  const calls = says(call('a'))
  const results = result('a', 'code')
  const rest = says(text('so far'))
  const next = [user('More'), says(text('b'))]

  it.each([
    ['by its id', { id: calls.id, index: 1 }, ['All of it', 'so far', 'More']],
    ['by its place', { index: 2 }, ['All of it', 'so far', 'More']],
    ['by nothing', undefined, ['All of it', 'More']],
  ])(
    'stands for what is before its last message, known %s, and for the results of it',
    async (_, anchor, sent) => {
      const state = compaction({ anchorMessage: anchor })
      const task = await read(start, prompt, calls, results, rest, state, ...next)
      expect(wordsSentBy(task).at(-1)).toEqual(sent)
      expect(task.problems).toEqual([])
      expect(task.usage.condensations).toEqual([
        { kind: 'summary', condenseId: 'c', ts: Date.UTC(2026, 0, 1, 0, 0, 2) },
      ])
    },
  )

  it('takes the place of the one before it, whose kept messages go on from the file', async () => {
    const task = await read(
      start,
      prompt,
      calls,
      results,
      rest,
      compaction({ id: 'c1', summaryText: 'First', anchorMessage: { id: prompt.id } }),
      user('More'),
      compaction({
        id: 'c2',
        summaryText: 'Second',
        systemInfoText: 'Linux',
        summaryKind: 'provider_switch_serialization',
        anchorMessage: { id: results.id },
      }),
      says(text('b')),
    )
    expect(wordsSentBy(task).at(-1)).toEqual(['Second+Linux', 'so far', 'More'])
    expect(task.usage.condensations).toMatchObject([
      { condenseId: 'c1' },
      { condenseId: 'c2', trigger: 'provider_switch_serialization' },
    ])
  })

  it('is placed by its count, and says so, where its message was lost', async () => {
    const state = compaction({ anchorMessage: { id: 'gone' }, removedCount: 3 })
    const task = await read(start, prompt, calls, results, rest, state, ...next)
    expect(wordsSentBy(task).at(-1)).toEqual(['All of it', 'so far', 'More'])
    expect(task.problems).toMatchObject([{ reason: expect.stringContaining('1 compaction names a message') }])
  })
})
