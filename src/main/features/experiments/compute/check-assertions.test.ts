import { describe, expect, it } from 'vitest'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { Assertion } from '../../../../shared/experiments/experiment-file-types.ts'
import type { AssertionResult } from '../../../../shared/experiments/experiment-results-types.ts'
import type { Cell, ExperimentPlan } from '../../../../shared/experiments/experiment-types.ts'
import { judgeUnusable } from '../../../measure/judged/judged-metric.ts'
import { createTestExperiment, type MadeUp } from '../../../measure/testing/create-test-experiment.ts'
import { summariseExperiment } from './summarise-experiment.ts'

const recall: MetricInfo = {
  id: 'recall',
  label: 'Recall',
  group: 'artifacts',
  direction: 'higher',
  unit: 'share',
  isPassFail: false,
  needsModel: false,
}
const tokens: MetricInfo = { ...recall, id: 'tokens', direction: 'lower', unit: 'tokens' }

const cost: MetricInfo = { ...tokens, id: 'cost', group: 'cost', unit: 'usd' }
const duration: MetricInfo = { ...tokens, id: 'duration', group: 'time', unit: 'milliseconds' }

type Change = (made: { readonly plan: ExperimentPlan; readonly cells: Cell[] }) => readonly Cell[]

function check(
  assertion: Assertion,
  values: MadeUp['values'],
  { margin = 0.05, change }: { readonly margin?: number; readonly change?: Change } = {},
): readonly AssertionResult[] {
  const { metric } = assertion
  const info = [recall, tokens, cost, duration, { ...recall, id: 'graded', needsModel: true }].find(
    ({ id }) => id === metric,
  )
  const file = { assert: [assertion], margins: { [metric]: margin } }
  const made = createTestExperiment({ metrics: info === undefined ? [] : [info], values, file })
  const cells = change?.(made) ?? made.cells
  return summariseExperiment({ plan: made.plan, cells }).assertions
}

const steady = (count: number, value: number): number[] => Array.from({ length: count }, () => value)
/** A baseline at 0.5 and a candidate that differs from it task by task. */
const differing = (differences: readonly number[], metric = 'recall'): MadeUp['values'] => ({
  a: { [metric]: differences.map(() => 0.5) },
  b: { [metric]: differences.map((difference) => 0.5 + difference) },
})

describe('an assertion of not worse, with a margin of 0.05', () => {
  it.each<[string, readonly number[], AssertionResult['state']]>([
    ['8 tasks that are equal', steady(8, 0), 'ok'],
    ['8 tasks that are better', steady(8, 0.2), 'ok'],
    ['8 tasks that are worse by less than the margin', steady(8, -0.04), 'ok'],
    [
      '8 tasks that are better or worse by much',
      [0.4, -0.4, 0.3, -0.3, 0.4, -0.4, 0.3, -0.3],
      'inconclusive',
    ],
    ['8 tasks, mostly better, with one that is much worse', [...steady(7, 0.02), -0.4], 'inconclusive'],
    ['8 tasks that are worse', steady(8, -0.3), 'failed'],
    ['5 tasks that are worse, too few for the verdict', steady(5, -0.3), 'failed'],
    ['4 tasks that are equal', steady(4, 0), 'inconclusive'],
    ['4 tasks that are worse', steady(4, -0.3), 'inconclusive'],
    ['1 task that is better', [0.3], 'inconclusive'],
  ])('about %s', (_, differences, state) => {
    const values = differing(differences)
    const [result] = check({ metric: 'recall', variant: 'b', verdict: 'not-worse' }, values)
    expect(result).toMatchObject({ state, ok: state === 'ok' })
    expect(result?.message === '').toBe(state === 'ok')
  })

  it.each<[string, readonly number[], AssertionResult['state']]>([
    ['more', steady(8, 0.2), 'failed'],
    ['less', steady(8, -0.2), 'ok'],
    ['as much, and no margin', steady(8, 0), 'ok'],
  ])('reads the direction of the metric: %s', (_, differences, state) => {
    const values = differing(differences, 'tokens')
    const found = check({ metric: 'tokens', variant: 'b', verdict: 'not-worse' }, values, { margin: 0 })
    expect(found).toMatchObject([{ state }])
  })
})

describe('an assertion of better, with a margin of 0.05', () => {
  it.each<[string, readonly number[], AssertionResult['state']]>([
    ['8 tasks that are better', steady(8, 0.2), 'ok'],
    ['8 tasks that are equal', steady(8, 0), 'failed'],
    ['8 tasks that are better by less than the margin', steady(8, 0.04), 'failed'],
    ['8 tasks that are worse', steady(8, -0.2), 'failed'],
    [
      '8 tasks that are better or worse by much',
      [0.4, -0.4, 0.3, -0.3, 0.4, -0.4, 0.3, -0.3],
      'inconclusive',
    ],
    ['5 tasks that are better, too few for the verdict', steady(5, 0.2), 'inconclusive'],
    ['4 tasks that are better', steady(4, 0.2), 'inconclusive'],
  ])('about %s', (_, differences, state) => {
    const values = differing(differences)
    expect(check({ metric: 'recall', variant: 'b', verdict: 'better' }, values)).toMatchObject([{ state }])
  })
})

describe('missing evidence', () => {
  const values = { a: { recall: steady(8, 0.5) }, b: { recall: steady(8, 0.9) } }
  const min: Assertion = { metric: 'recall', variant: 'b', min: 0.8 }
  const max: Assertion = { metric: 'recall', variant: 'b', max: 0.95 }
  const notWorse: Assertion = { metric: 'recall', variant: 'b', verdict: 'not-worse' }
  const better: Assertion = { metric: 'recall', variant: 'b', verdict: 'better' }
  const all = [min, max, notWorse, better]

  const failing =
    (variantId: string): Change =>
    ({ cells }) => {
      const at = cells.findIndex((cell) => cell.variantId === variantId)
      return cells.map((cell, index) => (index === at ? { ...cell, status: 'failed', values: {} } : cell))
    }

  it.each(all)('is none where every cell has a value: %o holds', (assertion) => {
    expect(check(assertion, values)).toMatchObject([{ state: 'ok', message: '' }])
  })

  it.each(all)('of one failed cell leaves %o inconclusive', (assertion) => {
    const [result] = check(assertion, values, { change: failing('b') })
    expect(result).toMatchObject({ state: 'inconclusive', ok: false })
    expect(result?.message).toContain('1 of 8 cells of b failed')
  })

  it.each(all)('of one cell that did not end leaves %o inconclusive', (assertion) => {
    const [result] = check(assertion, values, { change: ({ cells }) => cells.slice(0, -1) })
    expect(result?.message).toContain('1 of 8 cells of b did not end')
  })

  it.each([
    [notWorse, 'inconclusive'],
    [better, 'inconclusive'],
    [min, 'ok'],
  ])('of the baseline concerns comparisons alone: %o', (assertion, state) => {
    expect(check(assertion, values, { change: failing('a') })).toMatchObject([{ state }])
  })

  it.each(all)('of all values leaves %o inconclusive', (assertion) => {
    const none = { ...values, b: { recall: steady(8, 0).map(() => null) } }
    expect(check(assertion, none)).toMatchObject([{ state: 'inconclusive', value: null }])
  })

  it('does not excuse what the values there are already break', () => {
    const found = check({ metric: 'recall', variant: 'b', min: 0.95 }, values, { change: failing('b') })
    expect(found).toMatchObject([{ state: 'failed' }])
  })

  it.each([
    ['a judge that could not be used', [{ code: judgeUnusable, message: 'Down.' }], 'inconclusive'],
    ['a metric with nothing to measure', [], 'ok'],
  ] as const)('tells %s', (_, warnings, state) => {
    const graded = { a: { graded: steady(8, 3) }, b: { graded: steady(8, 4) } }
    const change: Change = ({ cells }) =>
      cells.map((cell, index) =>
        index === cells.length - 1 ? { ...cell, values: { graded: null }, warnings: [...warnings] } : cell,
      )
    const found = check({ metric: 'graded', variant: 'b', min: 3 }, graded, { change })
    expect(found).toMatchObject([{ state }])
  })
})

describe('a variant whose text cannot be read at some checkpoints', () => {
  const sealed: Change = ({ cells }) =>
    cells.map((cell, index) =>
      cell.variantId === 'b' && index % 3 === 0
        ? { ...cell, values: { recall: null }, gaps: { recall: { code: 'encrypted' } } }
        : cell,
    )

  it('passes no bound by the checkpoints that can be read', () => {
    const [, result] = check({ metric: 'recall', min: 0.4 }, differing(steady(12, 0.2)), { change: sealed })
    expect(result).toMatchObject({ variant: 'b', state: 'inconclusive' })
    expect(result?.message).toContain('4 of 12 cells of b cannot be read')
  })

  it('fails one all the same where these do', () => {
    const [, result] = check({ metric: 'recall', min: 0.9 }, differing(steady(12, 0.2)), { change: sealed })
    expect(result).toMatchObject({ variant: 'b', state: 'failed' })
  })
})

describe('a variant that has no value where the baseline has one', () => {
  const values = {
    a: { recall: steady(12, 0.5), tokens: steady(12, 5) },
    b: { recall: [...steady(8, 0.9), null, null, null, null], tokens: steady(12, 5) },
  }
  const { plan, cells } = createTestExperiment({
    metrics: [recall, tokens],
    values,
    file: { assert: [{ metric: 'recall', variant: 'b', verdict: 'not-worse' }], margins: { recall: 0.05 } },
  })

  it('is not shown to be as good', () => {
    const [result] = summariseExperiment({ plan, cells }).assertions
    expect(result).toMatchObject({ state: 'inconclusive', ok: false })
    expect(result?.message).toContain('b has no recall at 4 cuts at which a has one')
  })

  it('passes no bound by saying nothing where it is hard', () => {
    const bound = { metric: 'recall', variant: 'b', min: 0.8 }
    const file = { ...plan.file, assert: [bound] }
    expect(summariseExperiment({ plan: { ...plan, file }, cells }).assertions).toMatchObject([
      { state: 'inconclusive', message: expect.stringContaining('at 4 cuts at which a has one') },
    ])
  })
})

const stats: NonNullable<Cell['stats']> = {
  originalTokens: 1000,
  finalTokens: 100,
  reductionPercent: 90,
  costUsd: 0,
  priceUsd: null,
  durationMs: 5,
  modelCalls: 0,
  cacheHits: 0,
  unansweredCalls: 0,
  operations: [],
}

/** The first cells of `b` have no value of a metric, and say why in their figures. */
const without =
  (metric: string, count: number, own: Partial<typeof stats>): Change =>
  ({ cells }) => {
    const changed = new Set(cells.filter(({ variantId }) => variantId === 'b').slice(0, count))
    return cells.map((cell) =>
      changed.has(cell) ? { ...cell, values: { [metric]: null }, stats: { ...stats, ...own } } : cell,
    )
  }

describe.each(['cost', 'duration'])('a %s without a value', (metric) => {
  const values = { a: { [metric]: steady(12, 2) }, b: { [metric]: steady(12, 1) } }
  const max: Assertion = { metric, variant: 'b', max: 1.5 }
  const notWorse: Assertion = { metric, variant: 'b', verdict: 'not-worse' }
  const better: Assertion = { metric, variant: 'b', verdict: 'better' }
  const all = [max, notWorse, better]

  it.each(all)('is none where every cell has one: %o holds', (assertion) => {
    expect(check(assertion, values)).toMatchObject([{ state: 'ok' }])
  })

  it.each(all)('because of a kept answer leaves %o inconclusive', (assertion) => {
    const [result] = check(assertion, values, { change: without(metric, 1, { cacheHits: 1 }) })
    expect(result).toMatchObject({ state: 'inconclusive', ok: false })
    expect(result?.message).toContain(`1 of 12 cells of b has no ${metric}`)
  })

  it.each(all)('because of a request that was not answered leaves %o inconclusive', (assertion) => {
    const [result] = check(assertion, values, { change: without(metric, 7, { unansweredCalls: 1 }) })
    expect(result).toMatchObject({ state: 'inconclusive', ok: false })
    expect(result?.message).toContain(`7 of 12 cells of b have no ${metric}`)
  })

  it.each(all)('because the provider refused is no gap in %o, while most cells have one', (assertion) => {
    expect(check(assertion, values, { change: without(metric, 5, {}) })).toMatchObject([{ state: 'ok' }])
    const [result] = check(assertion, values, { change: without(metric, 6, {}) })
    expect(result).toMatchObject({ state: 'inconclusive', ok: false })
    expect(result?.message).toContain('b refused 6 of 12 cells')
  })

  it('of the baseline concerns comparisons', () => {
    const swapped = { b: values.b, a: values.a }
    const change = without(metric, 1, { cacheHits: 1 })
    const found = check(
      { metric, variant: 'a', verdict: 'not-worse' },
      { ...swapped, a: values.b },
      { change },
    )
    expect(found).toMatchObject([{ state: 'inconclusive' }])
  })

  it('does not excuse what the values there are already break', () => {
    const found = check({ ...max, max: 0.5 }, values, { change: without(metric, 6, { cacheHits: 1 }) })
    expect(found).toMatchObject([{ state: 'failed' }])
  })
})
