import { describe, expect, it } from 'vitest'
import type { MeasuredTask } from '../../../../shared/home/answer-types.ts'
import type { HappenedInTask } from '../../../../shared/home/happened-types.ts'
import {
  buildFullestTable,
  describeHappened,
  describeTrigger,
  nameCondensedTask,
} from '../../../../shared/home/happened-words.ts'
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
  rootId: id,
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

  it('says what is known of the money where a price is missing', () => {
    const unpriced = {
      ...one(1, 150_000, [70, 30]),
      missing: { things: 2, tokens: 100, costUsd: null },
    }
    const known = new Map([...all, ['b', measured({ condensations: [unpriced] })] as const])
    expect(describeSome(known)).toMatch(/read 5 things again: 4,700 tokens, at least \$0\.03\.$/)
    expect(describeSome(new Map([['b', measured({ condensations: [unpriced] })]]))).toMatch(
      /read 2 things again so far: 100 tokens\.$/,
    )
  })

  it('says how full the largest window was where nobody condensed', () => {
    const [, , never] = tasks
    expect(describeSome(all, never === undefined ? [] : [never])).toBe(
      'Your agents have not condensed yet: the largest request took 59\u202f% of its window.',
    )
  })

  it('lists the tasks that came nearest to their window, the nearest first', () => {
    const roomy = measured({ largest: { tokens: 300_000, windowTokens: 1_000_000 } })
    const known = new Map([...all, ['b', roomy]])
    const { fullest } = sumHappened(
      [listed('a', 0), listed('b', 0), { ...listed('c', 0), rootId: 'a' }],
      known,
    )
    expect(fullest).toMatchObject([
      { taskId: 'c', parentTitle: 'Task a' },
      { taskId: 'b', parentTitle: null },
    ])
    expect(buildFullestTable(fullest).rows).toEqual([
      ['Task a › Task c', '118,000', '200,000', '59\u202f%', '82,000'],
      ['Task b', '300,000', '1,000,000', '30\u202f%', '700,000'],
    ])
  })

  it('lists those with nothing missing only where there are no others', () => {
    const fine = new Map([['b', measured({ condensations: [one(1, 170_000, [])] })]])
    expect(sumHappened(tasks, fine).worst).toMatchObject([{ taskId: 'b', missing: { things: 0 } }])
    const untold = { ...one(2, 180_000, []), missing: null }
    const mixed = new Map([['b', measured({ condensations: [one(1, 170_000, []), untold] })]])
    expect(sumHappened(tasks, mixed).worst).toMatchObject([{ n: 2, missing: null }])
    expect(describeSome(mixed)).toMatch(/What was missing afterwards is still being read\.$/)
  })

  it('lists the worst first, and one size for each agent', () => {
    const happened = sumHappened(tasks, all)
    expect(happened.worst.map(({ taskId, n, missing }) => [taskId, n, missing?.tokens])).toEqual([
      ['a', 2, 4500],
      ['a', 1, 100],
    ])
    expect(happened.triggers.map(describeTrigger)).toEqual([
      'Claude Code condensed at about 155,000 tokens (median of 2 recorded).',
    ])
  })
})

describe('sessions that a task had done', () => {
  const made = (n: number, ts: number, missing: readonly number[]) => ({ ...one(n, 150_000, missing), ts })
  const family = [
    listed('a', 1),
    { ...listed('subagent', 1), rootId: 'a' },
    { ...listed('fork', 2), rootId: 'a' },
    listed('b', 0),
  ]
  const known = new Map([
    ['a', measured({ condensations: [made(1, 1000, [100])] })],
    ['subagent', measured({ condensations: [made(1, 2000, [50])] })],
    ['fork', measured({ condensations: [made(1, 1000, [100]), made(2, 3000, [10])] })],
    ['b', measured({})],
  ])

  it('are counted with the task, and what a fork repeats of it is counted once', () => {
    const happened = sumHappened(family, known)
    expect(describeHappened({ happened, ofTasks: 2, isSample: false })).toBe(
      'Your agents condensed 3 times in 1 of 2 tasks. Afterwards they read 3 things again: 160 tokens, $0.03.',
    )
    expect(happened.worst.map(({ taskId, n, parentTitle }) => [taskId, n, parentTitle])).toEqual([
      ['a', 1, null],
      ['subagent', 1, 'Task a'],
      ['fork', 2, 'Task a'],
    ])
    expect(happened.worst.map((one) => nameCondensedTask(one))).toEqual([
      'Task a',
      'Task a › Task subagent',
      'Task a › Task fork',
    ])
  })

  it('are one task that waits as long as one of them was not looked at', () => {
    const happened = sumHappened(family, new Map([['a', measured({})]]))
    expect(happened).toMatchObject({ condensedTasks: 1, unexaminedTasks: 1, condensations: 4 })
  })
})

describe('the bills', () => {
  it('are of the tasks of which all is known, and of nothing else', () => {
    const checkpoint = { reason: 'recorded' } as MeasuredTask['checkpoint']
    const known = { taskId: 'a', ...measured({ billUsd: 10 }, { checkpoint, neverUsd: 2 }) }
    const others = [
      { taskId: 'b', ...measured({ billUsd: 10 }, { checkpoint }) },
      { taskId: 'c', ...measured({ billUsd: null }, { checkpoint, neverUsd: 2 }) },
      { taskId: 'd', ...measured({ billUsd: 10 }, { neverUsd: 2 }) },
    ]
    expect(compareBills([known, ...others, { ...known, taskId: 'e' }], [])).toEqual({
      tasks: 2,
      recordedUsd: 20,
      neverUsd: 24,
      cheapest: null,
    })
    expect(compareBills(others, [])).toBeNull()
  })

  it('are of whole tasks, with the sessions that each had done', () => {
    const checkpoint = { reason: 'recorded' } as MeasuredTask['checkpoint']
    const own = { taskId: 'a', ...measured({ billUsd: 10 }, { checkpoint, neverUsd: 2 }) }
    const subagents = [
      { taskId: 'a', ...measured({ billUsd: 3 }, { checkpoint, neverUsd: -1 }) },
      { taskId: 'a', ...measured({ billUsd: 1 }) },
    ]
    expect(compareBills([own, ...subagents], [])).toMatchObject({ tasks: 1, recordedUsd: 14, neverUsd: 15 })
    const unpriced = { taskId: 'a', ...measured({ billUsd: null }) }
    expect(compareBills([own, unpriced], [])).toBeNull()
  })
})
