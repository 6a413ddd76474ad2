import { describe, expect, it } from 'vitest'
import { singleCheckpoints } from '../testing/simulated-observations.ts'
import { bootstrapInterval } from './bootstrap-interval.ts'
import { compareFamily } from './compare-family.ts'
import { defaultComparisonRules } from './comparison-rules.ts'
import { createSeededRandom } from './create-seeded-random.ts'
import type { Observation } from './pair-observations.ts'

const recall = { direction: 'higher', margin: 0.02 } as const
const tenTasks = Array.from({ length: 10 }, () => 0.5)
const baseline = singleCheckpoints(tenTasks)
/** Nine tasks better by more and more, one worse by a little: 4 of 1,024 patterns are as extreme. */
const leading = singleCheckpoints(
  tenTasks.map((value, task) => value + (task === 0 ? -0.01 : 0.03 + task / 50)),
)
const input = { ...recall, margin: 0, baseline, candidate: leading }

describe('the metrics of a variant', () => {
  it('cost nothing where they show the same several times over', () => {
    const family = compareFamily([input, input, input].map((one) => ({ ...one, variant: 'b' })))
    expect(family.map(({ correctedP }) => correctedP)).toEqual([4 / 1024, 4 / 1024, 4 / 1024])
    expect(family.map(({ familySize }) => familySize)).toEqual([3, 3, 3])
    expect(family[0]?.detectable).toBe(compareFamily([input])[0]?.detectable)
    const two = compareFamily(['b', 'b', 'c', 'c'].map((variant) => ({ ...input, variant })))
    expect(two[0]?.correctedP).toBe(8 / 1024)
  })

  it('are flipped together where they have values of different tasks', () => {
    const fewer = { ...input, baseline: baseline.slice(1), candidate: leading.slice(1), variant: 'b' }
    const [one, other] = compareFamily([{ ...input, variant: 'b' }, fewer])
    expect(other?.flipTest?.p).toBe(2 / 512)
    expect(other?.correctedP).toBeLessThan(4 / 512)
    expect(one?.correctedP).toBeLessThan(8 / 1024)
  })

  it('by workspace and by task count as two variants', () => {
    const tasks = Array.from({ length: 10 }, (_, task) => `${task}`)
    // Ten workspaces, but the second metric has values in four of them only.
    const place = new Map(
      [...tasks, ...tasks.map((task) => `w${task}`)].map((task, at) => [task, `${at % 10}`]),
    )
    const within = (task: string): boolean => Number(place.get(task)) < 3
    const pool = [...place.keys(), 'x0', 'x1', 'x2'].map((taskId) => ({
      taskId,
      checkpointId: '0',
      value: 0,
    }))
    const lead = pool.map((one, at) => ({ ...one, value: 1 + at / 100 }))
    const own = {
      ...recall,
      margin: 0,
      variant: 'b',
      workspaces: new Map([...place, ['x0', '0'], ['x1', '1'], ['x2', '2']]),
    }
    const some = ({ taskId }: Observation): boolean => within(taskId) || taskId.startsWith('x')
    const [all, few] = compareFamily([
      { ...own, baseline: pool, candidate: lead },
      { ...own, baseline: pool.filter(some), candidate: lead.filter(some) },
    ])
    expect([all?.clusterLevel, few?.clusterLevel]).toEqual(['workspace', 'task'])
    expect([all?.correctedP, few?.correctedP]).toEqual([2 * all!.flipTest!.p, few!.flipTest!.p])
  })
})

describe('figures of version 1', () => {
  const rules = defaultComparisonRules
  const workspaces = new Map(baseline.map(({ taskId }, at) => [taskId, `${at % 5}`]))
  const tooFew = { ...input, baseline: baseline.slice(0, 4), candidate: leading.slice(0, 4) }
  const equal = { ...input, candidate: baseline }
  const family = compareFamily(
    [input, tooFew, input, equal].map((one) => ({ ...one, variant: 'b', workspaces })),
    rules,
    1,
  )

  it('are corrected over every comparison that has a test, copies as well', () => {
    expect(family.map(({ correctedP }) => correctedP)).toEqual([12 / 1024, null, 12 / 1024, 1])
    expect(family.map(({ familySize, detectable }) => [familySize, detectable])).toEqual(
      family.map(() => [4, null]),
    )
  })

  it('draw tasks, wherever these were recorded, and have percentile intervals', () => {
    const [first] = family
    expect(first).toMatchObject({ clusterLevel: 'task', clusterCount: 10, equivalenceP: null })
    const tasks = {
      sums: first?.pairs.map(({ difference }) => difference) ?? [],
      counts: baseline.map(() => 1),
    }
    const options = {
      level: rules.intervalLevel,
      resamples: rules.resamples,
      random: createSeededRandom(rules.seed),
    }
    expect(first?.interval).toEqual(bootstrapInterval(tasks, options))
  })
})
