import { expect, it } from 'vitest'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { VariantResult } from '../../../../shared/experiments/experiment-results-types.ts'
import type { ControlResult } from '../../../../shared/kernel/control.ts'
import { formatControls } from './format-controls.ts'

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
  const text = formatControls({
    ...decided,
    metrics: [metric],
    variants: [
      variant('good', [control('names', 0, true), control('full', 1, null)]),
      variant('poor', [control('names', 0, true), control('last-messages', 0.6, false)]),
    ],
  })
  expect(text).toMatch(/knows-done +good +0\.500 .*0\.000.*1\.000 +holds knowledge/)
  expect(text).toMatch(/knows-done +poor +0\.500 .*0\.600.* not shown to beat last messages/)
  expect(text).toContain('Not seen: a lie about everything at once')
})

it('says nothing where nothing was held against them', () => {
  expect(formatControls({ ...decided, metrics: [metric], variants: [variant('old', [])] })).toBe('')
})
