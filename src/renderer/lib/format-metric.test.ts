import { describe, expect, it } from 'vitest'
import { formatMetric, formatMetricDifference, wordOfDifference } from './format-metric.ts'

const thin = '\u202f'

describe('the value of a metric', () => {
  it.each([
    [null, 'share', '–'],
    [53.46, 'percent', `53.5${thin}%`],
    [124_669, 'tokens', `124${thin}669 tok`],
    [0.914, 'share', '0.91'],
    [1, 'share', '1.00'],
    [0.9999, 'share', '0.99'],
    [0.0001, 'share', '0.01'],
    [0, 'share', '0.00'],
    [0.0298, 'usd', '$0.0298'],
    [2100, 'milliseconds', `2.1${thin}s`],
    [3.25, 'grade', '3.3'],
  ] as const)('%s in %s reads %s', (value, unit, text) => {
    expect(formatMetric(value, unit)).toBe(text)
  })
})

describe('a difference', () => {
  it.each([
    [0, 'share', '0'],
    [0.12, 'share', '+0.12'],
    [-0.001, 'share', '−0.0010'],
    [-2.34, 'percent', '−2.3 points'],
    [1500, 'tokens', `+1${thin}500 tok`],
    [-0.002, 'usd', '−$0.0020'],
    [250, 'milliseconds', `+250${thin}ms`],
  ] as const)('of %s in %s reads %s', (difference, unit, text) => {
    expect(formatMetricDifference(difference, unit)).toBe(text)
  })

  it.each([
    [1, 'higher', 'better'],
    [1, 'lower', 'worse'],
    [-1, 'higher', 'worse'],
    [-1, 'lower', 'better'],
    [0, 'lower', null],
  ] as const)('of %s where %s is good is %s', (difference, direction, word) => {
    expect(wordOfDifference(difference, direction)).toBe(word)
  })
})
