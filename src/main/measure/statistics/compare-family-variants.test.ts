import { describe, expect, it } from 'vitest'
import { singleCheckpoints } from '../testing/simulated-observations.ts'
import { compareFamily } from './compare-family.ts'
import type { Observation } from './pair-observations.ts'

const recall = { direction: 'higher', unit: 'share', margin: 0.02 } as const
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
