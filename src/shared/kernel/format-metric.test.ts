import { describe, expect, it } from 'vitest'
import type { MetricUnit } from '../activity/quality-types.ts'
import {
  formatDifferenceInterval,
  formatInterval,
  formatMetric,
  formatMetricDifference,
  formatP,
} from './format-metric.ts'

/** Readable tables: the thin space is written as `_`. */
const seen = (text: string): string => text.replaceAll('\u202f', '_')

describe('a value', () => {
  it.each<[number | null, MetricUnit, string]>([
    [null, 'share', '–'],
    [0.914, 'share', '0.91'],
    [0.9999, 'share', '0.99'],
    [1, 'share', '1.00'],
    [0.0001, 'share', '0.01'],
    [0, 'share', '0.00'],
    [53.46, 'percent', '53.5_%'],
    [-3.2, 'percent', '−3.2_%'],
    [-0.01, 'percent', '0.0_%'],
    [124_669.4, 'tokens', '124,669_tok'],
    [0.0298, 'usd', '$0.0298'],
    [0.0298, 'usd-change', '+$0.0298'],
    [-0.0298, 'usd-change', '−$0.0298'],
    [0, 'usd-change', '$0'],
    [2100, 'milliseconds', '2.1_s'],
    [3.8, 'milliseconds', '4_ms'],
    [0.44, 'milliseconds', '0.4_ms'],
    [-0.01, 'milliseconds', '0.0_ms'],
    [4.25, 'grade', '4.25'],
    [-0.254, 'score', '−0.25'],
    [1.031, 'score', '1.03'],
  ])('of %d %s is written %s', (value, unit, expected) => {
    expect(seen(formatMetric(value, unit))).toBe(expected)
  })
})

describe('a difference', () => {
  it.each<[number | null, MetricUnit, string]>([
    [null, 'share', '–'],
    [0.0504, 'share', '+0.050'],
    [-0.02, 'share', '−0.020'],
    [0.0001, 'share', '±0.000'],
    [0.0504, 'score', '+0.050'],
    [0, 'usd', '0'],
    [-0.0021, 'usd', '−$0.0021'],
    [2.34, 'percent', '+2.3_points'],
    [-2213, 'tokens', '−2,213_tok'],
    [250, 'milliseconds', '+250_ms'],
    [-3.8, 'milliseconds', '−4_ms'],
    [-0.4, 'milliseconds', '±0_ms'],
  ])('of %d %s is written %s', (value, unit, expected) => {
    expect(seen(formatMetricDifference(value, unit))).toBe(expected)
  })
})

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

it('small probabilities are written as far as they say something', () => {
  expect([formatP(0.0004), formatP(0.0156)]).toEqual(['p < 0.001', 'p 0.016'])
})
