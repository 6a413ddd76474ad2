import { describe, expect, it } from 'vitest'
import {
  countOf,
  formatChange,
  formatDuration,
  formatInteger,
  formatPercent,
  formatTime,
  formatTokens,
  formatUsd,
} from './format.ts'

/** Readable tables: the thin space is written as `_`. */
const seen = (text: string): string => text.replaceAll('\u202f', '_')

describe('figures', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1_000'],
    [124_669, '124_669'],
    [-1234, '−1_234'],
    [-0.2, '0'],
  ])('writes %d as %s', (value, text) => {
    expect(seen(formatInteger(value))).toBe(text)
  })

  it('shows tokens that are not counted yet as a dash, never as zero', () => {
    expect(formatTokens(null)).toBe('–')
    expect(seen(formatTokens(57_960))).toBe('57_960 tok')
  })

  it.each([
    [null, '–'],
    [0, '$0'],
    [0.0298, '$0.0298'],
    [1.234, '$1.23'],
  ])('writes a cost of %s as %s', (value, text) => {
    expect(formatUsd(value)).toBe(text)
  })

  it.each([
    [412.4, '412_ms'],
    [2134, '2.1_s'],
    [184_000, '3_min 4_s'],
  ])('writes %d ms as %s', (value, text) => {
    expect(seen(formatDuration(value))).toBe(text)
  })

  it('gives a change the sign of its direction', () => {
    expect(seen(formatChange(124_669, 57_960))).toBe('−53.5_%')
    expect(seen(formatChange(100, 110))).toBe('+10.0_%')
    expect(seen(formatChange(0, 0))).toBe('0.0_%')
    expect(seen(formatPercent(-3))).toBe('−3.0_%')
  })

  it('writes unknown and impossible times as a dash', () => {
    expect(formatTime(null)).toBe('–')
    expect(formatTime(Number.NaN)).toBe('–')
    expect(formatTime(9e99)).toBe('–')
    expect(formatTime(new Date(2026, 10, 21, 0, 48).getTime())).toBe('2026-11-21 00:48')
  })

  it('puts a noun into the plural', () => {
    expect(countOf(1, 'message')).toBe('1 message')
    expect(seen(countOf(1000, 'entry', 'entries'))).toBe('1_000 entries')
  })
})
