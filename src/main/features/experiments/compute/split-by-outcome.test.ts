import { describe, expect, it } from 'vitest'
import type { TaskOutcome } from '../../../../shared/library/task-types.ts'
import { recall } from '../../../../shared/testing/build-comparison.ts'
import { defaultComparisonRules } from '../../../measure/statistics/comparison-rules.ts'
import { createTestExperiment } from '../../../measure/testing/create-test-experiment.ts'
import { splitByOutcome } from './split-by-outcome.ts'

function splitTestValues(
  values: readonly (number | null)[],
  outcomes: readonly (TaskOutcome | null)[],
  metric = recall,
) {
  const { plan, cells } = createTestExperiment({ metrics: [metric], values: { a: { [metric.id]: values } } })
  const checkpoints = plan.checkpoints.map((one, index) => ({ ...one, outcome: outcomes[index] ?? null }))
  return splitByOutcome({ ...plan, checkpoints }, cells, {
    primary: metric.id,
    rules: defaultComparisonRules,
  })
}

const solved = (count: number): TaskOutcome[] => Array.from({ length: count }, () => 'solved')
const unsolved = (count: number): TaskOutcome[] => Array.from({ length: count }, () => 'unsolved')

describe('a figure at the cut', () => {
  const high = [0.7, 0.75, 0.8, 0.85, 0.9, 0.95]
  const low = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35]

  it('separates outcomes that it is high and low in, as exactly as permutations can tell', () => {
    const [split] = splitTestValues([...high, ...low], [...solved(6), ...unsolved(6)])
    expect(split).toMatchObject({
      auc: 1,
      verdict: 'separates',
      solved: { tasks: 6 },
      unsolved: { tasks: 6 },
    })
    expect(split?.solved.mean).toBeCloseTo(0.825, 12)
    // 2 of the 924 ways to choose six of twelve are as extreme.
    expect(split?.p).toBeGreaterThan(0.0008)
    expect(split?.p).toBeLessThan(0.0045)
    expect(split?.chance?.low).toBeGreaterThan(0.1)
    expect(split?.chance?.high).toBeLessThan(0.9)
  })

  it('that is better in unsolved tasks is said to be so, by the direction of the metric', () => {
    const outcomes = [...unsolved(6), ...solved(6)]
    expect(splitTestValues([...high, ...low], outcomes)).toMatchObject([{ auc: 0, verdict: 'opposite' }])
    const lower = { ...recall, direction: 'lower' as const }
    expect(splitTestValues([...high, ...low], outcomes, lower)).toMatchObject([
      { auc: 1, verdict: 'separates' },
    ])
  })

  it('that is the same everywhere separates nothing', () => {
    const same = Array.from({ length: 12 }, () => 0.5)
    expect(splitTestValues(same, [...solved(6), ...unsolved(6)])).toMatchObject([
      { auc: 0.5, p: 1, verdict: 'not-shown' },
    ])
  })

  it('says nothing of fewer than five tasks of either outcome', () => {
    expect(splitTestValues([...high, ...low], [...solved(8), ...unsolved(4)])).toMatchObject([
      { auc: null, p: null, chance: null, verdict: 'too-few-tasks', unsolved: { tasks: 4 } },
    ])
    const gaps = [...high, ...low.map((value, index) => (index < 2 ? null : value))]
    expect(splitTestValues(gaps, [...solved(6), ...unsolved(6)])).toMatchObject([
      { verdict: 'too-few-tasks' },
    ])
  })

  it('is not split where no outcome is known', () => {
    expect(splitTestValues(high, [])).toEqual([])
  })
})
