import { describe, expect, it } from 'vitest'
import type { Judged } from '../../shared/home/goal-rule.ts'
import { nameMethod, type NamingTask } from './name-method.ts'
import { defaultComparisonRules } from './statistics/comparison-rules.ts'
import { createSeededRandom } from './statistics/create-seeded-random.ts'

const rules = { ...defaultComparisonRules, resamples: 1000 }

/** A method whose bill falls on each task. */
const fall = ([id, judged]: [string, Judged]): [string, Judged] => [id, { ...judged, costUsd: -1 }]

/** Tasks on which each method keeps about so much, by a share of the same noise. */
function makeTasks(
  count: number,
  kept: Readonly<Record<string, number>>,
  more: Partial<NamingTask> & { readonly spread?: number } = {},
): readonly NamingTask[] {
  const random = createSeededRandom(7)
  const { spread = 0.1, ...own } = more
  return Array.from({ length: count }, (_, at) => ({
    taskId: `task ${at}`,
    workspace: null,
    judged: new Map(
      Object.entries(kept).map(([id, value]) => [
        id,
        { savedPercent: 80, kept: value + spread * (random.nextUint32() / 2 ** 32 - 0.5), costUsd: -1 },
      ]),
    ),
    controls: {},
    recorded: null,
    ...own,
  }))
}

const name = (tasks: readonly NamingTask[]) =>
  nameMethod({ goal: 'keeps-most', methods: ['a', 'b', 'c'], tasks, rules })

describe('a method is named', () => {
  it('where the data separate it from the next one', () => {
    expect(name(makeTasks(20, { a: 0.6, b: 0.8, c: 0.7 }))).toEqual({ kind: 'named', id: 'b' })
  })

  it.each([1, 3])('never over %d condensations, and it is said how many it takes', (count) => {
    const naming = name(makeTasks(count, { a: 0.2, b: 0.9, c: 0.1 }))
    expect(naming).toMatchObject({ kind: 'few', first: 'b', have: count })
    expect(naming.kind === 'few' && naming.needed).toBeGreaterThan(10)
  })

  it('never over three that all raise the bill, and it is said how many it takes', () => {
    const dear = makeTasks(3, { a: 0.9 }).map((task) => ({
      ...task,
      judged: new Map([['a', { savedPercent: 80, kept: 0.9, costUsd: 1 }]]),
    }))
    expect(nameMethod({ goal: 'cheapest', methods: ['a'], tasks: dear, rules })).toMatchObject({
      kind: 'few',
      first: null,
      have: 3,
    })
  })

  it('not where another does as well, and it is said how many more would tell', () => {
    const naming = name(makeTasks(12, { a: 0.6, b: 0.8, c: 0.77 }, { spread: 0.4 }))
    expect(naming).toMatchObject({ kind: 'alike', first: 'b', alike: ['c'], have: 12 })
    expect(naming.kind === 'alike' && naming.needed).toBeGreaterThan(12)
  })

  it('not where its lead comes from one workspace', () => {
    const many = makeTasks(16, { a: 0.6, b: 0.8, c: 0.7 }).map((task) => ({ ...task, workspace: 'one' }))
    const others = makeTasks(6, { a: 0.6, b: 0.7, c: 0.7 }).map((task) => ({
      ...task,
      taskId: `other ${task.taskId}`,
      workspace: task.taskId,
    }))
    expect(name([...many, ...others]).kind).toBe('alike')
  })

  it.each<[string, Readonly<Record<string, number>>]>([
    ['alone', { a: 0.9 }],
    ['beside another', { a: 0.9, b: 0.5 }],
  ])('not where chance decides whether it fits, in the tasks of one workspace, %s', (_, kept) => {
    const tasks = makeTasks(20, kept, { workspace: 'one' }).map((task, at) => {
      // Its bill falls by a cent in the mean, and by chance: half of all draws of these tasks raise it.
      const costUsd = at % 2 === 0 ? 1 : -1.02
      const judged = [...task.judged].map(
        ([id, one]) => [id, { ...one, costUsd: id === 'a' ? costUsd : -1 }] as const,
      )
      return { ...task, judged: new Map(judged) }
    })
    const methods = Object.keys(kept)
    const naming = nameMethod({ goal: 'balanced', methods, tasks, rules })
    expect(naming).toMatchObject({ kind: 'alike', first: 'a', alike: [], have: 20 })
    const sure = tasks.map((task) => ({ ...task, judged: new Map([...task.judged].map(fall)) }))
    expect(nameMethod({ goal: 'balanced', methods, tasks: sure, rules })).toEqual({ kind: 'named', id: 'a' })
  })

  it('not where a trick of the same size keeps as much', () => {
    const tasks = makeTasks(20, { a: 0.6, b: 0.8, c: 0.7 }, { controls: { names: 0.2, extract: 0.82 } })
    expect(name(tasks)).toEqual({ kind: 'control', first: 'b', control: 'extract' })
  })

  it('not where a trick keeps more than what agents wrote, whatever the method keeps', () => {
    const tasks = makeTasks(20, { a: 0.6, b: 0.99, c: 0.7 }, { controls: { extract: 0.7 }, recorded: 0.5 })
    expect(name(tasks)).toMatchObject({ kind: 'fault', control: 'extract', recorded: 0.5, tasks: 20 })
  })

  it('not for the full history, which is the end of the scale', () => {
    const tasks = makeTasks(
      20,
      { a: 0.6, b: 0.8, c: 0.7 },
      { controls: { full: 1, nothing: 0 }, recorded: 0.5 },
    )
    expect(name(tasks).kind).toBe('named')
  })

  it('hardly ever where all are the same, in a hundred libraries', () => {
    const random = createSeededRandom(3)
    const named = Array.from({ length: 100 }, () =>
      nameMethod({
        goal: 'keeps-most',
        methods: ['a', 'b', 'c'],
        rules: { ...rules, resamples: 200 },
        tasks: makeTasks(12, {}).map((task) => ({
          ...task,
          judged: new Map(
            ['a', 'b', 'c'].map((id) => [
              id,
              { savedPercent: 80, kept: random.nextUint32() / 2 ** 32, costUsd: 0 },
            ]),
          ),
        })),
      }),
    ).filter(({ kind }) => kind === 'named').length
    expect(named).toBeLessThanOrEqual(5)
  })
})
