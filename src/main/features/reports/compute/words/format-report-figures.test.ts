import { expect, it } from 'vitest'
import type { MetricUnit } from '../../../../../shared/activity/quality-types.ts'
import { formatDifferenceInterval, formatInterval, formatP, formatTime } from './format-report-figures.ts'

/** Readable tables: the thin space is written as `_`. */
const seen = (text: string): string => text.replaceAll('\u202f', '_')

it.each<[number | null, number | null, MetricUnit, string]>([
  [41.8, 43.2, 'percent', '41.8 to 43.2_%'],
  [11_000, 12_000, 'tokens', '11,000 to 12,000_tok'],
  [900, 1000, 'milliseconds', '900_ms to 1.0_s'],
  [65_000, 184_000, 'milliseconds', '1_min 5_s to 3_min 4_s'],
  [50_000, 184_000, 'milliseconds', '50.0_s to 3_min 4_s'],
  [0.9, 1, 'share', '0.90 to 1.00'],
  [null, null, 'share', ''],
])('the interval from %d to %d %s is written %s', (low, high, unit, expected) => {
  expect(seen(formatInterval(low, high, unit))).toBe(expected)
})

it('an interval of differences has their signs', () => {
  expect(seen(formatDifferenceInterval(-1, 2.5, 'percent'))).toBe('−1.0 to +2.5_points')
})

it('small probabilities and times are written as far as they say something', () => {
  expect([formatP(0.0004), formatP(0.0156)]).toEqual(['p < 0.001', 'p 0.016'])
  expect([formatTime(Date.UTC(2026, 10, 20, 9, 5)), formatTime(null)]).toEqual(['2026-11-20 09:05 UTC', '–'])
})
