import { describe, expect, it } from 'vitest'
import type { MetricUnit } from '../../../shared/domain/quality.ts'
import {
  formatDifference,
  formatInterval,
  formatP,
  formatTime,
  formatUsd,
  formatValue,
} from './format-value.ts'

/** Readable tables: the thin space is written as `_`. */
const seen = (text: string): string => text.replaceAll('\u202f', '_')

describe('a value', () => {
  it.each<[number | null, MetricUnit, string]>([
    [null, 'share', '–'],
    [0.914, 'share', '0.91'],
    [0.9999, 'share', '0.99'],
    [1, 'share', '1.00'],
    [0.0001, 'share', '0.01'],
    [53.46, 'percent', '53.5_%'],
    [-3.2, 'percent', '−3.2_%'],
    [-0.01, 'percent', '0.0_%'],
    [124_669.4, 'tokens', '124_669_tok'],
    [0.0298, 'usd', '$0.0298'],
    [0, 'usd', '$0'],
    [0.000012, 'usd', '$0.0000120'],
    [2100, 'milliseconds', '2.1_s'],
    [4.2, 'milliseconds', '4.2_ms'],
    [4.25, 'grade', '4.25'],
  ])('of %d %s is written %s', (value, unit, expected) => {
    expect(seen(formatValue(value, unit))).toBe(expected)
  })
})

describe('a difference', () => {
  it.each<[number | null, MetricUnit, string]>([
    [null, 'share', '–'],
    [0.0504, 'share', '+0.050'],
    [-0.02, 'share', '−0.020'],
    [0.0001, 'share', '±0.000'],
    [0, 'usd', '±$0'],
    [-0.0021, 'usd', '−$0.0021'],
    [2.34, 'percent', '+2.3_points'],
    [-2213, 'tokens', '−2_213_tok'],
  ])('of %d %s is written %s', (value, unit, expected) => {
    expect(seen(formatDifference(value, unit))).toBe(expected)
  })
})

it.each<[number | null, number | null, MetricUnit, string]>([
  [41.8, 43.2, 'percent', '41.8 to 43.2_%'],
  [900, 1000, 'milliseconds', '900_ms to 1.0_s'],
  [0.9, 1, 'share', '0.90 to 1.00'],
  [null, null, 'share', ''],
])('the interval from %d to %d %s is written %s', (low, high, unit, expected) => {
  expect(seen(formatInterval(low, high, unit))).toBe(expected)
})

it('small probabilities, amounts and times are written as far as they say something', () => {
  expect([formatP(0.0004), formatP(0.0156), formatUsd(12.345)]).toEqual(['p < 0.001', 'p 0.016', '$12.35'])
  expect([formatTime(Date.UTC(2026, 10, 20, 9, 5)), formatTime(null)]).toEqual(['2026-11-20 09:05 UTC', '–'])
})
