import { describe, expect, it } from 'vitest'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { ExperimentResults } from '../../../../shared/experiments/experiment-results-types.ts'
import type { Cell, ExperimentSummary } from '../../../../shared/experiments/experiment-types.ts'
import { createTestExperiment, type MadeUp } from '../../../measure/testing/create-test-experiment.ts'
import { drawDocument } from '../../../terminal/output/draw-document.ts'
import { summariseExperiment } from '../compute/summarise-experiment.ts'
import { buildExperimentJson } from './build-experiment-json.ts'
import { buildExperimentList, buildExperiment } from './build-experiment.ts'

const formatExperiment = (...shown: Parameters<typeof buildExperiment>): string =>
  drawDocument(buildExperiment(...shown))
const formatExperimentList = (list: readonly ExperimentSummary[]): string =>
  drawDocument(buildExperimentList(list))

const reduction: MetricInfo = {
  id: 'reduction',
  label: 'Reduction',
  group: 'compression',
  direction: 'higher',
  unit: 'percent',
  isPassFail: false,
  needsModel: false,
}
const recall: MetricInfo = { ...reduction, id: 'recall', group: 'continuation', unit: 'share' }
const summary: ExperimentSummary = {
  id: 'e1',
  name: 'Made\u001B[31m up',
  question: '',
  contentSha256: '0',
  status: 'finished',
  reason: '',
  isSample: false,
  isImported: false,
  variants: 2,
  checkpoints: 8,
  tasks: 8,
  cells: { total: 16, done: 15, failed: 1, reused: 3 },
  costUsd: 0.0123,
  createdTs: 0,
  finishedTs: 90_000,
}
const eight = (value: number): number[] => Array.from({ length: 8 }, () => value)

function made(values: MadeUp['values'], file: MadeUp['file'] = {}) {
  const state = createTestExperiment({ metrics: [reduction, recall], values, file })
  const results: ExperimentResults = summariseExperiment({ ...state })
  return { detail: { summary, ...state }, results }
}

const clear = made(
  {
    a: { reduction: eight(40), recall: eight(0.9) },
    b: { reduction: eight(60), recall: [...eight(0.9).slice(1), null] },
  },
  { assert: [{ metric: 'reduction', min: 50 }] },
)

describe('an experiment for people', () => {
  it('has a metric a line, with the sign of its verdict', () => {
    const text = formatExperiment(clear.detail, clear.results)
    expect(text).toMatch(/^reduction +40\.0 % +60\.0 % ▲$/m)
    expect(text).toMatch(/^recall +0\.90 +0\.90 \(7 of 8\) =$/m)
  })

  it('says of each cost whether the arm states it', () => {
    const cost: MetricInfo = { ...reduction, id: 'cost', group: 'cost', unit: 'usd', direction: 'lower' }
    const state = createTestExperiment({
      metrics: [cost],
      values: { a: { cost: eight(0.5) }, b: { cost: eight(0) } },
    })
    const stats = { statedCostUsd: 0, priceUsd: 0 }
    // Of the figures of a run, these alone are looked at.
    const stating = (cell: Cell): Cell => ({ ...cell, stats: stats as unknown as Cell['stats'] })
    const cells = state.cells.map((cell) => (cell.variantId === 'b' ? stating(cell) : cell))
    const results = summariseExperiment({ ...state, cells })
    const text = formatExperiment({ summary, ...state, cells }, results)
    expect(text).toMatch(/^cost +\$0\.5000 +\$0 stated by the method ▲$/m)
    expect(text).toMatch(
      /^note +The cost of 1 variant is stated by the method\. Dewpoint cannot check it\.$/m,
    )
    expect(text.split('\n')[0]).toContain('The cost of b is stated by the method.')
  })

  it('tells variants apart that are called alike', () => {
    const { detail, results } = clear
    const alike = { ...results, variants: results.variants.map((one) => ({ ...one, label: 'native' })) }
    expect(formatExperiment(detail, alike).split('\n')[0]).toMatch(/^native \(b\) .* than native \(a\):/)
  })

  it('lists the differences that were found, and counts the rest', () => {
    const text = formatExperiment(clear.detail, clear.results)
    expect(text).toMatch(
      /^b against a\n {2}Better: Reduction \+20\.0 points \(p 0\.\d{3}\)\n {2}No meaningful difference: /m,
    )
  })

  it('says what a verdict takes where there are too few tasks', () => {
    const { detail, results } = made({ a: { reduction: [1, 2], recall: [1, 1] }, b: { reduction: [3, 4] } })
    const text = formatExperiment(detail, results)
    expect(text).toMatch(/^ {2}Not enough data: Reduction \+2\.0 points, /m)
    expect(text).toContain('Nothing is called under 5 tasks.\n')
  })

  it('says on how many checkpoints a cost rests, and that there is none', () => {
    const cost: MetricInfo = { ...recall, id: 'cost', group: 'cost', unit: 'usd', direction: 'lower' }
    const time: MetricInfo = { ...cost, id: 'duration', group: 'time', unit: 'milliseconds' }
    const { plan, cells } = createTestExperiment({
      metrics: [reduction, cost, time],
      values: {
        a: { reduction: eight(40), cost: eight(0.01) },
        b: { reduction: eight(60), cost: [...eight(0.004).slice(1), null] },
      },
      file: { assert: [{ metric: 'cost', variant: 'b', max: 0.005 }] },
    })
    const text = formatExperiment({ summary, plan, cells }, summariseExperiment({ plan, cells }))
    expect(text).toMatch(/^cost +\$0\.01\d* +\$0\.004\d* \(7 of 8\) ▲$/m)
    expect(text).toMatch(/^duration +– +– \?$/m)
    expect(text).toMatch(/^ {2}Better: .*−\$0\.006\d* at 7 of 8 cuts/m)
    expect(text).toMatch(
      / +b +at most 0\.005 +\$0\.0040 \(7 of 8\) +\? inconclusive \(cost of b should be at most 0\.005: 1 of 8/m,
    )
    expect(text).toContain('1 of 8 cells of b has no cost')
  })

  it('names a metric without any value, and why it has none', () => {
    const scored: MetricInfo = {
      ...recall,
      id: 'scored',
      label: 'Scored',
      group: 'resume',
      needsModel: true,
    }
    const values = { a: { reduction: eight(40) }, b: { reduction: eight(60) } }
    const state = createTestExperiment({ metrics: [reduction, scored], values })
    const gap = { code: 'failed' as const, message: 'The server\u001B[2J is down.' }
    const cells = state.cells.map((cell) => ({
      ...cell,
      gaps: { scored: gap },
      warnings: [{ code: 'judge-unusable', message: gap.message }],
    }))
    const detail = { summary, plan: state.plan, cells }
    const results = summariseExperiment({ ...detail })
    expect(results.notes).toHaveLength(1)
    expect(formatExperiment(detail, results)).toContain(
      '\nScored: no value in any of 16 cells: the model gave no usable answer: The server [2J is down.\n',
    )
    expect(buildExperimentJson(detail, results)).toMatchObject({
      missing: [{ metric: 'scored', cells: 16, withoutValue: 16, failed: 16, reason: { ...gap, cells: 16 } }],
    })
  })

  it('says which assertions hold', () => {
    const text = formatExperiment(clear.detail, clear.results)
    expect(text).toMatch(/^Reduction +a +at least 50 +40\.0 % +✗ does not hold/m)
    expect(text).toMatch(/^Reduction +b +at least 50 +60\.0 % +✓ holds$/m)
  })

  it('lets no name steer the terminal', () => {
    const steering = 'b\u001B[2J\n'
    const variants = clear.results.variants.map((variant) => ({ ...variant, id: steering }))
    const comparisons = clear.results.comparisons.map((comparison) => ({ ...comparison, b: steering }))
    const assertions = clear.results.assertions.map((assertion) => ({ ...assertion, variant: steering }))
    const results = { ...clear.results, variants, comparisons, assertions, baselineId: steering }
    const text = formatExperiment(clear.detail, results) + formatExperimentList([summary])
    // Lines end; nothing else of the control characters is left.
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    expect(text).toContain('b [2J')
  })
})

describe('an experiment as JSON', () => {
  it('keeps what scripts rely on', () => {
    expect(buildExperimentJson(clear.detail, clear.results)).toMatchObject({
      id: 'e1',
      cells: { total: 16, done: 16, failed: 0 },
      variants: [{ id: 'a', metrics: { reduction: { mean: 40, n: 8 } } }, { id: 'b' }],
      comparisons: [
        { a: 'a', b: 'b', metric: 'reduction', difference: 20, low: null, high: null, verdict: 'better' },
        { metric: 'recall', verdict: 'no-difference' },
      ],
      assertions: [
        { metric: 'reduction', variant: 'a', ok: false },
        { metric: 'reduction', variant: 'b', ok: true },
      ],
      costUsd: 0.0123,
    })
  })

  it('says how much more it takes where data do not suffice', () => {
    const { detail, results } = made({ a: { reduction: [1, 2] }, b: { reduction: [3, 5] } })
    expect(buildExperimentJson(detail, results)).toMatchObject({
      comparisons: [{ verdict: 'not-enough-data', more: { tasks: expect.anything() } }, {}],
    })
  })
})

describe('the list of experiments', () => {
  it('has one a line, and says how to start where there are none', () => {
    const text = formatExperimentList([summary, { ...summary, isImported: true }])
    expect(text).toMatch(
      /^e1 +1970-01-01 00:00 +finished +15 of 16 done, 1 failed, 3 reused +1 min 30 s +\$0\.0123 +Made/m,
    )
    expect(text).toMatch(/ imported /)
    expect(formatExperimentList([])).toContain('dewpoint experiment run')
  })
})
