import { describe, expect, it } from 'vitest'
import {
  formatCents,
  formatDuration,
  formatRoughDuration,
  formatInteger,
  formatLimitUsd,
  formatPercent,
  formatUsd,
  createUsdFormatter,
} from './format-figures.ts'

/** Readable tables: the thin space is written as `_`. */
const seen = (text: string): string => text.replaceAll('\u202f', '_')

describe('figures', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [124_669, '124,669'],
    [-1234, '−1,234'],
    [-0.2, '0'],
  ])('writes %d as %s', (value, text) => {
    expect(seen(formatInteger(value))).toBe(text)
  })

  it.each([
    [53.46, '53.5_%'],
    [-3, '−3.0_%'],
    [-0.01, '0.0_%'],
  ])('writes %d percent as %s', (value, text) => {
    expect(seen(formatPercent(value))).toBe(text)
  })

  it.each([
    [5, '$5'],
    [0.5, '$0.50'],
    [0.015, '$0.015'],
    [0.0001, '$0.0001'],
    [0.0000001, '$0.0000001'],
    [0.1 + 0.2, '$0.30'],
    [1500, '$1500'],
  ])('writes a limit of %d with all of it: %s', (limitUsd, text) => {
    expect(formatLimitUsd(limitUsd)).toBe(text)
  })

  it.each([
    [3, '$3.00'],
    [0.075, '$0.07'],
    [0.0028, '$0.0028'],
    [0, '$0'],
  ])('writes %d in a sentence as %s', (costUsd, text) => {
    expect(formatCents(costUsd)).toBe(text)
  })

  it.each([
    [null, '–'],
    [0, '$0'],
    [0.0298, '$0.0298'],
    [0.9582, '$0.9582'],
    [0.06, '$0.0600'],
    [0.99997, '$1.00'],
    [0.00006, '$0.0001'],
    [0.000012, '<$0.0001'],
    [-0.000045, '−<$0.0001'],
    [1.234, '$1.23'],
    [1709.481, '$1,709.48'],
    [-0.002, '−$0.0020'],
  ])('writes a cost of %s as %s', (value, text) => {
    expect(formatUsd(value)).toBe(text)
  })

  it.each([
    [
      [17.184, 0.9582, 0.002, 0, null],
      ['$17.18', '$0.96', '<$0.01', '$0', '–'],
    ],
    [
      [0.9582, -0.06],
      ['$0.9582', '−$0.0600'],
    ],
  ])('writes a column of %j with the same decimals', (values, texts) => {
    expect(values.map(createUsdFormatter(values))).toEqual(texts)
  })

  it.each([
    [0, '0_ms'],
    [4, '4_ms'],
    [4.23, '4.2_ms'],
    [412.4, '412_ms'],
    [2134, '2.1_s'],
    [184_000, '3_min 4_s'],
    [-86_392_060, '–'],
  ])('writes %d ms as %s', (value, text) => {
    expect(seen(formatDuration(value))).toBe(text)
  })

  it.each([
    [Number.NaN, '–'],
    [0, '0_s'],
    [7_200, '8_s'],
    [932_000, '16_min'],
  ])('rounds a guess of %d ms to %s', (value, text) => {
    expect(seen(formatRoughDuration(value))).toBe(text)
  })
})
