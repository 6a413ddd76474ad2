import { describe, expect, it } from 'vitest'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { ExperimentPlan } from '../../../../shared/experiments/experiment-types.ts'
import { recall, tokens } from '../../../../shared/testing/build-comparison.ts'
import { createSeededRandom } from '../../../measure/statistics/create-seeded-random.ts'
import { createTestExperiment, type MadeUp } from '../../../measure/testing/create-test-experiment.ts'
import { nextNormal } from '../../../measure/testing/simulated-observations.ts'
import { summariseExperiment } from './summarise-experiment.ts'

const artifacts = { ...recall, id: 'artifact-recall', label: 'Artifact recall' }
const metrics = [tokens, artifacts, recall]

function noise(count: number, seed: number, shift = 0): number[] {
  const random = createSeededRandom(seed)
  return Array.from({ length: count }, () => 0.5 + shift + 0.05 * nextNormal(random))
}

const values: MadeUp['values'] = Object.fromEntries(
  ['a', 'b', 'c'].map((id, at) => [
    id,
    Object.fromEntries(metrics.map((metric, index) => [metric.id, noise(12, 10 * at + index, at * 0.1)])),
  ]),
)

function summariseTestPlan(change: (plan: ExperimentPlan) => ExperimentPlan = (plan) => plan, file = {}) {
  const { plan, cells } = createTestExperiment({ metrics, values, file })
  return summariseExperiment({ plan: change(plan), cells })
}

const inWorkspaces =
  (count: number) =>
  (plan: ExperimentPlan): ExperimentPlan => ({
    ...plan,
    checkpoints: plan.checkpoints.map((one, index) => ({ ...one, workspace: `w${index % count}` })),
  })

describe('the comparisons of an experiment', () => {
  it('end where a share can end, however few tasks there are', () => {
    const { plan, cells } = createTestExperiment({
      metrics: [recall],
      values: { a: { [recall.id]: [0, 0.1, 0.2, 0, 0, 0] }, b: { [recall.id]: [1, 0.1, 1, 0.7, 0.9, 0.85] } },
    })
    const [comparison] = summariseExperiment({ plan, cells }).comparisons
    expect([comparison?.low, comparison?.high].map((end) => Math.abs(end ?? 2) <= 1)).toEqual([true, true])
    expect(comparison?.high).toBe(1)
  })

  it('are decided by the first headline metric, and all others are one family', () => {
    const { primary, comparisons } = summariseTestPlan()
    expect(primary).toEqual({ metric: recall.id, isDeclared: false })
    expect(comparisons.map(({ metric, b, family, familySize }) => [metric, b, family, familySize])).toEqual([
      ['tokens', 'b', 'secondary', 4],
      ['tokens', 'c', 'secondary', 4],
      ['artifact-recall', 'b', 'secondary', 4],
      ['artifact-recall', 'c', 'secondary', 4],
      [recall.id, 'b', 'primary', 2],
      [recall.id, 'c', 'primary', 2],
    ])
  })

  it('depend on no duration, which another run has another of', () => {
    const time: MetricInfo = {
      ...tokens,
      id: 'duration',
      label: 'Duration',
      group: 'time',
      unit: 'milliseconds',
    }
    const timed = (seed: number) => {
      const own = Object.fromEntries(
        Object.entries(values).map(([id, measured], at) => [
          id,
          { ...measured, duration: noise(12, seed + at) },
        ]),
      )
      const state = createTestExperiment({ metrics: [...metrics, time], values: own })
      return summariseExperiment(state).comparisons
    }
    const others = (comparisons: ReturnType<typeof timed>) =>
      comparisons.filter(({ metric }) => metric !== 'duration')
    expect(others(timed(40))).toEqual(others(timed(400)))
    expect(others(timed(40))).toEqual(summariseTestPlan().comparisons)
    expect(timed(40).filter(({ metric }) => metric === 'duration')).toMatchObject([
      { family: 'time', familySize: 2 },
      { family: 'time', familySize: 2 },
    ])
  })

  it('call time at one per cent, and the same differences in another metric at two', () => {
    const time: MetricInfo = { ...tokens, id: 'duration', group: 'time' }
    // Of 7 signs that agree, p is 1.6 %.
    const own = {
      a: { tokens: Array(7).fill(1), duration: Array(7).fill(1) },
      b: { tokens: Array(7).fill(2), duration: Array(7).fill(2) },
    }
    const { comparisons } = summariseExperiment({
      ...createTestExperiment({ metrics: [time, tokens], values: own, file: { primary: 'tokens' } }),
    })
    expect(comparisons.map(({ metric, verdict }) => [metric, verdict.word])).toEqual([
      ['duration', 'not-enough-data'],
      ['tokens', 'worse'],
    ])
  })

  it('are decided by the metric of the file where it names one', () => {
    const { primary, comparisons } = summariseTestPlan(undefined, { primary: 'tokens' })
    expect(primary).toEqual({ metric: 'tokens', isDeclared: true })
    expect(comparisons.filter(({ family }) => family === 'primary')).toMatchObject([
      { metric: 'tokens' },
      { metric: 'tokens' },
    ])
  })

  it.each([
    [6, 'workspace', 6],
    [4, 'task', 12],
  ] as const)('over %i workspaces draw by %s', (count, clusterLevel, clusters) => {
    const { comparisons, variants } = summariseTestPlan(inWorkspaces(count))
    expect(comparisons[0]).toMatchObject({ clusterLevel, clusters, tasks: 12 })
    expect(variants[0]?.metrics['tokens']).toMatchObject({ tasks: 12, n: 12 })
  })

  it('say that few workspaces are all that verdicts hold for', () => {
    expect(summariseTestPlan(inWorkspaces(3)).notes).toEqual([
      expect.stringContaining('12 tasks come from 3 workspaces'),
    ])
    expect(summariseTestPlan(inWorkspaces(6)).notes).toEqual([])
    expect(summariseTestPlan().notes).toEqual([])
  })

  it('ask for workspaces where they are what is drawn', () => {
    const { comparisons } = summariseTestPlan(inWorkspaces(5))
    const open = comparisons.flatMap(({ verdict }) =>
      verdict.word === 'not-enough-data' ? [verdict.more] : [],
    )
    expect(open.length).toBeGreaterThan(0)
    expect(open.every(({ workspaces }) => typeof workspaces === 'number')).toBe(true)
  })

  it('say what they could have found', () => {
    const { detectable, equivalenceP } = summariseTestPlan().comparisons[0]!
    // Two noises of 0.05 at 12 tasks, in a family of four.
    expect(detectable).toBeGreaterThan(0.05)
    expect(detectable).toBeLessThan(0.15)
    expect(equivalenceP).not.toBeNull()
  })
})

describe('a second sample of the baseline', () => {
  const again = (plan: ExperimentPlan): ExperimentPlan => ({
    ...plan,
    variants: plan.variants.map((one) =>
      one.id === 'b' ? { ...one, again: { of: 'a', isRepeatable: false } } : one,
    ),
  })

  it('is a family by itself, beside the noise floor of each metric', () => {
    const results = summariseTestPlan(again)
    expect(results.again).toEqual({ variant: 'b', of: 'a', isRepeatable: false })
    expect(new Set(results.comparisons.map(({ b, family }) => `${b} ${family}`))).toEqual(
      new Set(['b again', 'c secondary', 'c primary']),
    )
    expect(Object.keys(results.noiseFloor)).toEqual(metrics.map(({ id }) => id))
    const differences = noise(12, 10, 0.1).map((own, index) => own - (noise(12, 0)[index] ?? 0))
    const error = Math.sqrt(differences.reduce((total, own) => total + own * own, 0)) / 12
    // Student's quantile at 12 degrees.
    expect(results.noiseFloor['tokens']).toBeCloseTo(2.17881 * error, 6)
  })

  it('passes no assertion for the others, and keeps none from holding', () => {
    const file = { assert: [{ metric: 'tokens', min: 0.45 }] }
    expect(summariseTestPlan(again, file).assertions.map(({ variant }) => variant)).toEqual(['a', 'c'])
  })

  it('that gives the same each time has no noise', () => {
    const same = { a: values['a']!, b: values['a']! }
    const { plan, cells } = createTestExperiment({ metrics, values: same })
    const { noiseFloor } = summariseExperiment({ plan: again(plan), cells })
    expect(Object.values(noiseFloor)).toEqual([0, 0, 0])
  })
})
