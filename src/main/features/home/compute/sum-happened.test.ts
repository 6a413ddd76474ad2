import { describe, expect, it } from 'vitest'
import type { MeasuredTask } from '../../../../shared/home/answer-types.ts'
import type { HappenedInTask } from '../../../../shared/home/happened-types.ts'
import { describeHappened, describeTrigger } from '../../../../shared/home/happened-words.ts'
import { compareBills, sumHappened } from './sum-happened.ts'

const one = (n: number, before: number, missing: readonly number[], trigger = 'auto') => ({
  n,
  ts: null,
  trigger,
  before,
  after: 40_000,
  missing: {
    things: missing.length,
    tokens: missing.reduce((sum, tokens) => sum + tokens, 0),
    costUsd: 0.01 * missing.length,
  },
})

const measured = (happened: Partial<HappenedInTask>, more: Partial<MeasuredTask> = {}): MeasuredTask => ({
  checkpoint: null,
  cells: [],
  money: null,
  happened: { condensations: [], largest: null, billUsd: null, ...happened },
  ...more,
})

const listed = (id: string, condensations: number) => ({
  id,
  title: `Task ${id}`,
  agent: 'claude-code',
  condensations,
})

const tasks = [listed('a', 2), listed('b', 1), listed('c', 0)]
const all = new Map([
  ['a', measured({ condensations: [one(1, 150_000, [100]), one(2, 160_000, [4000, 500])] })],
  ['b', measured({ condensations: [one(1, 170_000, [], 'manual')] })],
  ['c', measured({ largest: { tokens: 118_000, windowTokens: 200_000 } })],
])
const describeSome = (known: ReadonlyMap<string, MeasuredTask>, some = tasks): string =>
  describeHappened({ happened: sumHappened(some, known), ofTasks: some.length, isSample: false })

describe('what happened', () => {
  it('says how often, in how many tasks, and what was read again', () => {
    expect(describeSome(all)).toBe(
      'Your agents condensed 3 times in 2 of 3 tasks. Afterwards they read 3 things again: 4,600 tokens, $0.03.',
    )
  })

  it('counts what is not looked at yet, and says that more may come', () => {
    expect(describeSome(new Map([...all].filter(([id]) => id === 'a')))).toMatch(/read 3 things again so far/)
    expect(describeSome(new Map())).toBe('Your agents condensed 3 times in 2 of 3 tasks.')
  })

  it('says how full the largest window was where nobody condensed', () => {
    const [, , never] = tasks
    expect(describeSome(all, never === undefined ? [] : [never])).toBe(
      'Your agents have not condensed yet: the largest request took 59\u202f% of its window.',
    )
  })

  it('lists the worst first, and one size for each agent', () => {
    const happened = sumHappened(tasks, all)
    expect(happened.worst.map(({ taskId, n, missing }) => [taskId, n, missing?.tokens])).toEqual([
      ['a', 2, 4500],
      ['a', 1, 100],
      ['b', 1, 0],
    ])
    expect(happened.triggers.map(describeTrigger)).toEqual([
      'Claude Code condensed at about 155,000 tokens (median of 2 recorded).',
    ])
  })
})

describe('the bills', () => {
  it('are of the tasks of which all is known, and of nothing else', () => {
    const checkpoint = { reason: 'recorded' } as MeasuredTask['checkpoint']
    const known = measured({ billUsd: 10 }, { checkpoint, neverUsd: 2 })
    const others = [
      measured({ billUsd: 10 }, { checkpoint }),
      measured({ billUsd: null }, { checkpoint, neverUsd: 2 }),
      measured({ billUsd: 10 }, { neverUsd: 2 }),
    ]
    expect(compareBills([known, ...others, known], [])).toEqual({
      tasks: 2,
      recordedUsd: 20,
      neverUsd: 24,
      cheapest: null,
    })
    expect(compareBills(others, [])).toBeNull()
  })
})
