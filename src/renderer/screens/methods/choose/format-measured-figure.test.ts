import { describe, expect, it } from 'vitest'
import type { MetricsFigures, Spread } from '../../../../shared/activity/metrics-types.ts'
import { formatMeasuredFigure } from './format-measured-figure.ts'
import { buildPickSettings } from './use-pick-button.tsx'

const spread = (median: number): Spread => ({
  n: 14,
  mean: 1,
  min: 1,
  q1: median - 5,
  median,
  q3: median + 5,
  p95: 1,
  max: 1,
})
const figures: MetricsFigures = {
  attempts: 14,
  byStatus: {
    condensed: 14,
    insufficient: 0,
    unchanged: 0,
    failed: 0,
    running: 0,
    cancelled: 0,
    interrupted: 0,
    'not-needed': 0,
  },
  reused: 0,
  unpriced: 0,
  reductionPercent: spread(53.5),
  survival: null,
  continuationRecall: null,
  qualityGaps: [],
  tokensSaved: 1,
  durationMs: spread(1200),
  tokensPerSecond: null,
  costUsd: null,
  totalCostUsd: 0,
  failurePercent: 0,
  failures: [],
  insufficientPercent: 0,
  fallbackPercent: null,
}

describe('what was measured', () => {
  it.each([
    ['duration', '1.2\u202fs, n 14'],
    ['reduction', '53.5\u202f%, n 14'],
    ['cost', null],
  ] as const)('says the median %s and what it is of', (kind, text) => {
    expect(formatMeasuredFigure(figures, kind)).toBe(text)
    expect(formatMeasuredFigure(undefined, kind)).toBeNull()
  })
})

describe('what Condense is filled with', () => {
  const provider = {
    defaults: { keep: 'latest', inner: { a: 1, b: 2 } },
    presets: [{ id: 'strict', label: '', description: '', settings: { inner: { a: 5 } } }],
  }
  const pick = { providerId: 'p', presetId: null, profileId: null, label: '' }

  it('is the preset over the defaults', () => {
    expect(buildPickSettings(provider, pick)).toEqual(provider.defaults)
    expect(buildPickSettings(provider, { ...pick, presetId: 'strict' })).toEqual({
      keep: 'latest',
      inner: { a: 5, b: 2 },
    })
  })

  it('is nothing where there is no such preset', () => {
    expect(buildPickSettings(provider, { ...pick, presetId: 'other' })).toBeNull()
  })
})
