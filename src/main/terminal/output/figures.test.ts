import { describe, expect, it } from 'vitest'
import { formatCount } from '../../../shared/kernel/format-count-with-noun.ts'
import { formatDuration, formatPercent, formatTime, formatUsd, formatOneLine } from './figures.ts'

describe('figures', () => {
  it.each([
    [formatCount(1_234_567), '1,234,567'],
    [formatPercent(-21.84), '−21.8 %'],
    [formatUsd(0), '$0'],
    [formatUsd(0.506), '$0.5060'],
    [formatUsd(-1234.5), '−$1,234.50'],
    [formatUsd(null), 'unknown'],
    [formatUsd(0.0189), '$0.0189'],
    [formatUsd(12.3), '$12.30'],
    [formatDuration(12.4), '12 ms'],
    [formatDuration(3450), '3.5 s'],
    [formatDuration(125_000), '2 min 5 s'],
    [formatDuration(-86_392_060), 'unknown'],
    [formatTime(1e300), 'unknown'],
    [formatTime(Date.UTC(2026, 0, 2, 3, 4, 5)), '2026-01-02 03:04'],
    [formatOneLine('a\n\u001B[31m b'), 'a [31m b'],
    [formatOneLine('a\u202Eb\u2066c'), 'a b c'],
    [formatOneLine('abcdef', 4), 'abc…'],
  ])('%s', (text, expected) => {
    expect(text).toBe(expected)
  })
})
