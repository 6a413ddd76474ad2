import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  nextNormal,
  nextShare,
  simulateObservations,
  singleCheckpoints,
} from '../testing/simulated-observations.ts'
import { type Comparison, type ComparisonInput, compareFamily } from './compare-family.ts'
import { defaultComparisonRules } from './comparison-rules.ts'
import { createSeededRandom } from './create-seeded-random.ts'
import type { Observation } from './pair-observations.ts'

const recall = { direction: 'higher', unit: 'share', margin: 0.02 } as const
const called: readonly string[] = ['better', 'worse']

function compareOne(
  baseline: readonly Observation[],
  candidate: readonly Observation[],
  input: Partial<ComparisonInput> = {},
): Comparison {
  return compareFamily([{ ...recall, baseline, candidate, ...input }])[0]!
}

/** Recall of a variant on tasks that differ in difficulty, with noise at each checkpoint. */
function noisyRecall(taskCount: number, seed: number, variant: number): readonly Observation[] {
  const ofTasks = createSeededRandom(seed)
  const difficulty = Array.from({ length: taskCount }, () => 0.2 * nextNormal(ofTasks))
  const ofVariant = createSeededRandom(seed * 1000 + variant)
  const shift = Array.from({ length: taskCount }, () => 0.05 * nextNormal(ofVariant))
  return simulateObservations(
    taskCount,
    createSeededRandom(seed),
    (task) => 0.7 + difficulty[task]! + shift[task]! + 0.08 * nextNormal(ofVariant),
  )
}

/** Artifact recall: of 5 to 40 paths at each checkpoint, the share that is still named when each may be dropped. */
function pathRecall(taskCount: number, seed: number, dropShare: number): readonly Observation[] {
  const sizes = createSeededRandom(seed)
  const drops = createSeededRandom(seed + 5000)
  return simulateObservations(taskCount, createSeededRandom(seed), () => {
    const paths = Array.from({ length: 5 + sizes.nextIndex(36) })
    return paths.filter(() => nextShare(drops) >= dropShare).length / paths.length
  })
}

describe('identical variants', () => {
  it.each([5, 6, 8, 12, 20])(
    'with noise of their own count as equal on %i tasks, 95 of 100 seeds',
    (count) => {
      const words = Array.from({ length: 100 }, (_, seed) => {
        const comparison = compareOne(noisyRecall(count, seed + 1, 1), noisyRecall(count, seed + 1, 2))
        return comparison.verdict.word
      })
      expect(words.filter((word) => called.includes(word)).length).toBeLessThanOrEqual(5)
    },
  )

  it.each([0, 0.02])('without noise have no difference, margin %d', (margin) => {
    const values = noisyRecall(12, 3, 1)
    const comparison = compareOne(values, values.toReversed(), { margin })
    expect(comparison).toMatchObject({
      difference: 0,
      interval: null,
      correctedP: 1,
      effectSize: 0,
      verdict: { word: 'no-difference' },
    })
  })
})

describe('a variant that drops a third of the paths', () => {
  it.each(Array.from({ length: 20 }, (_, seed) => seed))('is called worse on 12 tasks, seed %i', (seed) => {
    const comparison = compareOne(pathRecall(12, seed, 0), pathRecall(12, seed, 1 / 3))
    expect(comparison.taskCount).toBe(12)
    expect(comparison.verdict).toEqual({ word: 'worse' })
    expect(comparison.interval?.low).toBeLessThan(-1 / 3 + 0.05)
    expect(comparison.interval?.high).toBeGreaterThan(-1 / 3 - 0.05)
    expect(comparison.effectSize).toBeLessThan(-0.9)
  })

  it('is called better where fewer is better, and where it is the baseline', () => {
    const [whole, dropped] = [pathRecall(12, 1, 0), pathRecall(12, 1, 1 / 3)]
    expect(compareOne(whole, dropped, { direction: 'lower' }).verdict.word).toBe('better')
    expect(compareOne(dropped, whole).verdict.word).toBe('better')
  })
})

describe('few tasks', () => {
  it.each([0, 1, 2, 3, 4])('get no verdict and no p value: %i', (count) => {
    const fives = Array.from({ length: 5 }, (_, checkpoint) => `${checkpoint}`)
    const observe = (value: number) =>
      Array.from({ length: count }, (_, task) =>
        fives.map((checkpointId) => ({ taskId: `${task}`, checkpointId, value })),
      ).flat()
    for (const candidate of [observe(0.1), observe(0.9)]) {
      const comparison = compareOne(observe(0.9), candidate)
      expect(comparison.verdict.word).toBe('not-enough-data')
      expect([comparison.flipTest, comparison.correctedP, comparison.wilcoxon]).toEqual([null, null, null])
    }
  })

  it('say how much more to record', () => {
    const { verdict } = compareOne(singleCheckpoints([1, 1, 1]), singleCheckpoints([0.5, 0.5, 0.5]))
    expect(verdict).toEqual({ word: 'not-enough-data', more: { tasks: 4, checkpoints: 4 } })
  })

  it('of five can show that there is no difference, but none however large', () => {
    const five = singleCheckpoints([0.5, 0.6, 0.7, 0.8, 0.9])
    expect(compareOne(five, five).verdict.word).toBe('no-difference')
    const comparison = compareOne(five, singleCheckpoints([0, 0, 0, 0, 0]))
    expect(comparison.correctedP).toBe(2 / 32)
    // Seven tasks that agree are the fewest that reach 2 %.
    expect(comparison.verdict).toEqual({ word: 'not-enough-data', more: { tasks: 2, checkpoints: 2 } })
  })

  it('with many checkpoints are still few tasks', () => {
    const observe = (offset: number) =>
      Array.from({ length: 400 }, (_, index) => ({
        taskId: `${index % 4}`,
        checkpointId: `${index}`,
        value: (index % 7) / 7 + offset,
      }))
    expect(compareOne(observe(0), observe(0.5)).verdict.word).toBe('not-enough-data')
  })
})

describe('a family of comparisons', () => {
  const tenTasks = Array.from({ length: 10 }, () => 0.5)
  const baseline = singleCheckpoints(tenTasks)
  /** Nine tasks better by more and more, one worse by a little: 4 of 1,024 patterns are as extreme. */
  const leading = singleCheckpoints(
    tenTasks.map((value, task) => value + (task === 0 ? -0.01 : 0.03 + task / 50)),
  )
  const input = { ...recall, margin: 0, baseline, candidate: leading }
  const noise = {
    ...input,
    candidate: singleCheckpoints(tenTasks.map((value, task) => value + (-1) ** task * 0.1)),
  }
  const tooFew = { ...input, baseline: baseline.slice(0, 4), candidate: leading.slice(0, 4) }

  it('is corrected together', () => {
    const [alone] = compareFamily([input])
    expect(alone?.correctedP).toBe(4 / 1024)
    expect(alone?.verdict.word).toBe('better')
    const family = compareFamily([noise, noise, noise, noise, noise, input])
    expect(family.at(-1)?.correctedP).toBe(24 / 1024)
    expect(family.at(-1)?.verdict.word).toBe('not-enough-data')
    expect(family.map(({ correctedP }) => correctedP)).toEqual([1, 1, 1, 1, 1, 24 / 1024])
  })

  it('needs the more data, the more of it there is', () => {
    const five = { ...input, baseline: baseline.slice(0, 5), candidate: singleCheckpoints([1, 1, 1, 1, 1]) }
    const moreTasks = compareFamily([five, five, five, five]).map(({ verdict }) =>
      verdict.word === 'not-enough-data' ? verdict.more.tasks : null,
    )
    // 2 / 2^9 is the first to reach a quarter of 2 %.
    expect(moreTasks).toEqual([4, 4, 4, 4])
  })

  it('does not count comparisons that have too few tasks for a test, and keeps its order', () => {
    const family = compareFamily([tooFew, input, tooFew, noise])
    expect(family.map(({ correctedP }) => correctedP)).toEqual([null, 8 / 1024, null, 1])
  })

  it('gives the same figures whatever else is compared', () => {
    const [alone] = compareFamily([input])
    const together = compareFamily([noise, input])[1]
    expect(together?.interval).toEqual(alone?.interval)
    expect(together?.flipTest).toEqual(alone?.flipTest)
  })

  it('is empty where nothing is compared', () => {
    expect(compareFamily([])).toEqual([])
  })
})

describe('a comparison', () => {
  it('says what was left out', () => {
    const comparison = compareOne(singleCheckpoints([1, 1, null]), singleCheckpoints([1, null, 1]))
    expect(comparison).toMatchObject({ unpaired: 2, taskCount: 1, difference: 0, interval: null })
    expect(comparison.pairs).toHaveLength(1)
  })

  it('flips totals of tasks, as the mean counts checkpoints, and ranks means of tasks', () => {
    // Six tasks of one checkpoint lose 0.1 each; one of ten checkpoints gains 0.05 at each.
    const values = (small: number, large: number) => [
      ...Array.from({ length: 6 }, (_, task) => ({ taskId: `${task}`, checkpointId: '0', value: small })),
      ...Array.from({ length: 10 }, (_, cut) => ({ taskId: 'large', checkpointId: `${cut}`, value: large })),
    ]
    const comparison = compareOne(values(0.5, 0.5), values(0.4, 0.55))
    expect(comparison.difference).toBeCloseTo((-0.6 + 0.5) / 16, 12)
    // No pattern of six times ±0.1 and ±0.5 comes nearer to zero than 0.1.
    expect(comparison.flipTest?.p).toBe(1)
    expect(comparison.effectSize).toBe((1 - 27) / 28)
  })

  it('has nothing to say of nothing', () => {
    expect(compareOne([], [])).toEqual({
      pairs: [],
      unpaired: 0,
      taskCount: 0,
      clusterLevel: 'task',
      clusterCount: 0,
      familySize: 0,
      equivalenceP: null,
      detectable: null,
      difference: null,
      interval: null,
      flipTest: null,
      correctedP: null,
      wilcoxon: null,
      mcnemar: null,
      effectSize: null,
      verdict: { word: 'not-enough-data', more: { tasks: null, checkpoints: null } },
    })
  })

  it('counts a checkpoint as passed where every repeat passed it', () => {
    const repeat = (values: readonly number[]) => [
      ...singleCheckpoints(values),
      ...singleCheckpoints([1, 1, 1, 1]),
    ]
    const comparison = compareOne(repeat([1, 1, 0, 1]), repeat([1, 0, 1, 0]), { isPassFail: true })
    expect(comparison.mcnemar).toMatchObject({ gained: 1, lost: 2, method: 'exact', p: 1 })
    expect(compareOne(repeat([1]), repeat([1])).mcnemar).toBeNull()
  })

  it("agrees with McNemar's exact test where every task has one checkpoint", () => {
    const baseline = singleCheckpoints([1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1])
    const candidate = singleCheckpoints([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1])
    const comparison = compareOne(baseline, candidate, { isPassFail: true })
    expect(comparison.mcnemar?.p).toBe(0.0390625)
    expect(comparison.flipTest?.p).toBe(0.0390625)
  })

  it('repeats itself for the same seed', () => {
    const compare = () => compareOne(noisyRecall(12, 1, 1), noisyRecall(12, 1, 2))
    expect(compare()).toEqual(compare())
  })

  it('is mirrored when the variants change sides', () => {
    const task = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 })), {
      minLength: 1,
      maxLength: 3,
    })
    const mirrored = new Map([
      ['better', 'worse'],
      ['worse', 'better'],
    ])
    fc.assert(
      fc.property(fc.array(task, { minLength: 5, maxLength: 14 }), (tasks) => {
        const side = (pick: 0 | 1) =>
          tasks.flatMap((checkpoints, taskId) =>
            checkpoints.map((values, checkpointId) => ({
              taskId: `${taskId}`,
              checkpointId: `${checkpointId}`,
              value: values[pick],
            })),
          )
        const rules = { ...defaultComparisonRules, resamples: 500 }
        const shared = { direction: 'higher', unit: 'count', margin: 1 } as const
        const one = compareFamily([{ ...shared, baseline: side(0), candidate: side(1) }], rules)[0]!
        const other = compareFamily([{ ...shared, baseline: side(1), candidate: side(0) }], rules)[0]!
        expect(other.verdict.word).toBe(mirrored.get(one.verdict.word) ?? one.verdict.word)
        expect(other.correctedP).toBe(one.correctedP)
        expect(other.interval === null).toBe(one.interval === null)
        if (one.interval === null || other.interval === null) return
        expect(other.interval.low).toBeCloseTo(-one.interval.high, 9)
        expect(other.interval.high).toBeCloseTo(-one.interval.low, 9)
        expect(one.interval.low).toBeLessThanOrEqual(one.difference! + 1e-9)
        expect(one.interval.high).toBeGreaterThanOrEqual(one.difference! - 1e-9)
      }),
      { numRuns: 60 },
    )
  })

  it.each([-0.1, Number.NaN])('refuses a margin of %d', (margin) => {
    expect(() => compareOne([], [], { margin })).toThrow('A margin must be 0 or more.')
  })
})
