import { expect, it } from 'vitest'
import type { MetricInfo } from '../activity/quality-types.ts'
import type { ControlResult } from '../kernel/control.ts'
import { buildControlTables } from './build-control-tables.ts'
import type { VariantResult } from './experiment-results-types.ts'

const metric: MetricInfo = {
  id: 'knows-done',
  label: 'Knows what is done',
  group: 'state',
  direction: 'higher',
  unit: 'score',
  rank: 'headline',
  isPassFail: false,
  needsModel: false,
}
const control = (id: ControlResult['id'], mean: number, isBeaten: boolean | null): ControlResult => ({
  id,
  mean,
  lead: 0.5 - mean,
  tasks: 12,
  p: isBeaten === null ? null : 0.01,
  isBeaten,
})
const variant = (id: string, controls: readonly ControlResult[]): VariantResult => ({
  id,
  label: id,
  cells: { done: 12, failed: 0, unchanged: 0 },
  metrics: {
    'knows-done': { mean: 0.5, low: 0.4, high: 0.6, n: 12, outOf: 12, tasks: 12 },
  },
  chance: null,
  controls: { 'knows-done': [...controls] },
  costUsd: 0,
  priceUsd: 0,
  meanDurationMs: null,
  isOnParetoFront: false,
})

const decided = { primary: { metric: 'knows-done', isDeclared: false }, again: null }

it('names the tricks that a variant was not shown to beat', () => {
  const [table] = buildControlTables({
    ...decided,
    metrics: [metric],
    variants: [
      variant('good', [control('names', 0, true), control('full', 1, null)]),
      variant('poor', [control('names', 0, true), control('last-messages', 0.6, false)]),
    ],
  })
  expect(table).toMatchObject({ caption: 'Knows what is done', isFolded: false })
  expect(table?.rows.map(([name]) => name)).toEqual([
    { text: 'good', detail: 'holds knowledge' },
    { text: 'poor', detail: 'not shown to beat last messages' },
  ])
  expect(table?.rows.map((row) => row.slice(1))).toEqual([
    ['0.50', '0.00', '–', '1.00'],
    ['0.50', '0.00', '0.60', '–'],
  ])
})

it('says nothing where nothing was held against them', () => {
  expect(buildControlTables({ ...decided, metrics: [metric], variants: [variant('old', [])] })).toEqual([])
})
