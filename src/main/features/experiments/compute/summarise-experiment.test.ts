import { describe, expect, it } from 'vitest'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { ExperimentResults } from '../../../../shared/experiments/experiment-results-types.ts'
import type { Cell } from '../../../../shared/experiments/experiment-types.ts'
import { judgeUnusable } from '../../../measure/judged/judged-metric.ts'
import { createSeededRandom } from '../../../measure/statistics/create-seeded-random.ts'
import { createTestExperiment, type MadeUp } from '../../../measure/testing/create-test-experiment.ts'
import { nextShare } from '../../../measure/testing/simulated-observations.ts'
import { summariseExperiment } from './summarise-experiment.ts'

const recall: MetricInfo = {
  id: 'artifact-recall',
  label: 'Artifact recall',
  group: 'artifacts',
  direction: 'higher',
  unit: 'share',
  isPassFail: false,
  needsModel: false,
}
const tokens: MetricInfo = {
  ...recall,
  id: 'tokens',
  group: 'compression',
  direction: 'lower',
  unit: 'tokens',
}

function summariseMadeUp(madeUp: MadeUp, baselineId?: string): ExperimentResults {
  return summariseExperiment({ ...createTestExperiment(madeUp), baselineId })
}

const steady = (count: number, value: number): number[] => Array.from({ length: count }, () => value)

/** Values around 0.8, as a noisy model would give them. */
function noisy(count: number, seed: number): number[] {
  const random = createSeededRandom(seed)
  return Array.from({ length: count }, () => 0.7 + 0.2 * nextShare(random))
}

const failing = (cell: Cell): Cell => ({ ...cell, status: 'failed', outcome: 'failed', values: {} })
const silent = (cell: Cell): Cell => ({ ...cell, values: { ...cell.values, 'continuation-recall': null } })

describe('the results of an experiment', () => {
  it('call a variant worse that drops a third of the paths in each of 12 tasks', () => {
    const values = {
      whole: { 'artifact-recall': steady(12, 1) },
      third: { 'artifact-recall': noisy(12, 3).map((v) => v * 0.66) },
    }
    const { comparisons } = summariseMadeUp({ metrics: [recall], values })
    expect(comparisons).toMatchObject([{ a: 'whole', b: 'third', verdict: { word: 'worse' }, tasks: 12 }])
  })

  it('call nothing under 5 tasks, however large the difference and however many the checkpoints', () => {
    const values = { a: { 'artifact-recall': steady(40, 1) }, b: { 'artifact-recall': steady(40, 0.1) } }
    const { comparisons } = summariseMadeUp({ metrics: [recall], values, checkpointsPerTask: 10 })
    expect(comparisons).toMatchObject([{ tasks: 4, verdict: { word: 'not-enough-data' } }])
  })

  it('find identical noisy variants different in at most 5 of 100 seeds', () => {
    const called = Array.from({ length: 100 }, (_, seed) => {
      const values = {
        a: { 'artifact-recall': noisy(12, seed + 1) },
        b: { 'artifact-recall': noisy(12, seed + 1001) },
      }
      const [comparison] = summariseMadeUp({ metrics: [recall], values, file: { seed } }).comparisons
      return comparison?.verdict.word
    }).filter((word) => word === 'better' || word === 'worse')
    expect(called.length).toBeLessThanOrEqual(5)
  })

  it('never count a failed cell as a zero', () => {
    const values = { a: { 'artifact-recall': [1, 1, null] }, b: { 'artifact-recall': [1, null, 0.5] } }
    const { variants, comparisons, cells } = summariseMadeUp({ metrics: [recall], values })
    expect(variants.map(({ metrics }) => metrics['artifact-recall']?.mean)).toEqual([1, 0.75])
    expect(variants.map((variant) => variant.cells)).toEqual([
      { done: 2, failed: 1, unchanged: 0 },
      { done: 2, failed: 1, unchanged: 0 },
    ])
    expect(comparisons[0]).toMatchObject({ difference: 0, unpaired: 2 })
    expect(cells).toEqual({ total: 6, done: 4, failed: 2, reused: 0 })
  })

  it('say on how many checkpoints a figure rests, and on how many it should', () => {
    const cost: MetricInfo = { ...tokens, id: 'cost', group: 'cost', unit: 'usd' }
    const values = {
      a: {
        tokens: steady(8, 1),
        'artifact-recall': [...steady(4, 1), ...steady(4, 0).map(() => null)],
        cost: steady(8, 1).map((one, at) => (at < 6 ? one : null)),
      },
      b: {
        tokens: steady(8, 1),
        'artifact-recall': [...steady(3, 1), ...steady(5, 0).map(() => null)],
        cost: steady(8, 1).map((one, at) => (at < 5 ? one : null)),
      },
    }
    const { variants, comparisons } = summariseMadeUp({ metrics: [tokens, recall, cost], values })
    expect(variants.map(({ metrics }) => Object.values(metrics).map(({ n, outOf }) => [n, outOf]))).toEqual([
      [
        [8, 8],
        [4, 4],
        [6, 8],
      ],
      [
        [8, 8],
        [3, 4],
        [5, 8],
      ],
    ])
    expect(comparisons.map(({ pairs, outOf }) => [pairs.length, outOf])).toEqual([
      [8, 8],
      [3, 4],
      [5, 8],
    ])
  })

  it('read a difference by the direction of the metric', () => {
    const values = { a: { tokens: steady(8, 1000) }, b: { tokens: steady(8, 500) } }
    expect(summariseMadeUp({ metrics: [tokens], values }).comparisons[0]?.verdict).toEqual({ word: 'better' })
  })

  it('call no difference within the margin that the file sets', () => {
    const values = { a: { tokens: steady(8, 1000) }, b: { tokens: steady(8, 990) } }
    const { comparisons } = summariseMadeUp({ metrics: [tokens], values, file: { margins: { tokens: 20 } } })
    expect(comparisons[0]?.verdict).toEqual({ word: 'no-difference' })
  })

  it.each([
    [{ metric: 'tokens', max: 900 }, [false, true]],
    [{ metric: 'tokens', min: 400, max: 2000 }, [true, true]],
    [{ metric: 'tokens', variant: 'b', verdict: 'better' as const }, [true]],
    [{ metric: 'tokens', verdict: 'not-worse' as const }, [true]],
    [{ metric: 'artifact-recall', min: 0 }, [false, false]],
  ])('hold the assertion %o', (assertion, ok) => {
    const values = { a: { tokens: steady(8, 1000) }, b: { tokens: steady(8, 500) } }
    const { assertions } = summariseMadeUp({ metrics: [tokens], values, file: { assert: [assertion] } })
    expect(assertions.map((result) => result.ok)).toEqual(ok)
  })

  it('do not depend on the order in which cells ended', () => {
    const values = { a: { tokens: noisy(9, 1) }, b: { tokens: noisy(9, 2) } }
    const { plan, cells } = createTestExperiment({ metrics: [tokens], values })
    const forwards = summariseExperiment({ plan, cells })
    expect(summariseExperiment({ plan, cells: cells.toReversed() })).toEqual(forwards)
  })

  it('say that a judge gave no answers, and give the baseline no preference to itself alone', () => {
    const pairwise = { ...recall, id: 'pairwise', group: 'judge' as const, needsModel: true }
    const values = { a: { pairwise: [0.5, 0.5] }, b: { pairwise: [null, null] } }
    const { plan, cells } = createTestExperiment({ metrics: [pairwise], values })
    const warning = { code: judgeUnusable, message: 'The server is down.' }
    const unjudged = cells.map((cell) => (cell.variantId === 'b' ? { ...cell, warnings: [warning] } : cell))
    const { notes, variants } = summariseExperiment({ plan, cells: unjudged })
    expect(notes).toEqual(['The judge gave no usable answer for 2 of 4 cells: The server is down.'])
    expect(variants[0]?.metrics).toEqual({})
  })

  it('hold assertions against the baseline of the file, whichever is looked at', () => {
    const values = { a: { tokens: steady(8, 1000) }, b: { tokens: steady(8, 500) } }
    const file = { assert: [{ metric: 'tokens', variant: 'b', verdict: 'better' as const }] }
    const { assertions, comparisons } = summariseMadeUp({ metrics: [tokens], values, file }, 'b')
    expect(comparisons).toMatchObject([{ a: 'b', b: 'a', verdict: { word: 'worse' } }])
    expect(assertions).toMatchObject([{ ok: true }])
  })

  it('put on the front what nothing else beats on both axes', () => {
    const reduction = { ...recall, id: 'reduction', unit: 'percent' as const }
    const continuation = { ...recall, id: 'continuation-recall' }
    const of = (saved: number, kept: number) => ({ reduction: [saved], 'continuation-recall': [kept] })
    const values = { small: of(80, 0.4), whole: of(10, 1), between: of(50, 0.7), beaten: of(40, 0.7) }
    const { variants } = summariseMadeUp({ metrics: [reduction, continuation], values })
    expect(variants.filter((variant) => variant.isOnParetoFront).map(({ id }) => id)).toEqual([
      'small',
      'whole',
      'between',
    ])
  })

  it.each([
    ['failed', failing],
    ['says nothing that can be read', silent],
  ])('put nothing on the front that %s where it is hard', (_, without) => {
    const reduction = { ...recall, id: 'reduction', unit: 'percent' as const }
    const continuation = { ...recall, id: 'continuation-recall' }
    const values = {
      honest: { reduction: [50, 50], 'continuation-recall': [0.9, 0.5] },
      easy: { reduction: [60, 60], 'continuation-recall': [0.9, 0.1] },
    }
    const state = createTestExperiment({ metrics: [reduction, continuation], values })
    const front = (cells: readonly Cell[]): readonly string[] =>
      summariseExperiment({ ...state, cells })
        .variants.filter((variant) => variant.isOnParetoFront)
        .map(({ id }) => id)
    expect(front(state.cells)).toEqual(['honest', 'easy'])
    const last = state.cells.findLast(({ variantId }) => variantId === 'easy')
    expect(front(state.cells.map((cell) => (cell === last ? without(cell) : cell)))).toEqual(['honest'])
    // While it runs, some have come further than others.
    expect(front(state.cells.filter((cell) => cell !== last))).toEqual(['easy'])
  })

  it('refuse a baseline that there is not', () => {
    const values = { a: { tokens: [1] } }
    expect(() => summariseMadeUp({ metrics: [tokens], values }, 'c')).toThrow('No variant is called c.')
  })
})
