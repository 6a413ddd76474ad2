import { describe, expect, it } from 'vitest'
import { formatChange } from '../../shared/kernel/format-figures.ts'
import { formatCountWithNoun, formatBytes, formatTime, formatTokens } from './format.ts'

/** Readable tables: the thin space is written as `_`. */

const seen = (text: string): string => text.replaceAll('\u202f', '_')

describe('figures', () => {
  it('shows tokens that are not counted yet as a dash, never as zero', () => {
    expect(formatTokens(null)).toBe('–')
    expect(formatTokens(57_960)).toBe('57,960 tok')
  })

  it('gives a change the sign of its direction', () => {
    expect(seen(formatChange(124_669, 57_960))).toBe('−53.5_%')
    expect(seen(formatChange(100, 110))).toBe('+10.0_%')
    expect(seen(formatChange(0, 0))).toBe('0.0_%')
    expect(seen(formatChange(100_000, 100_001))).toBe('0.0_%')
  })

  it('writes unknown and impossible times as a dash', () => {
    expect(formatTime(null)).toBe('–')
    expect(formatTime(Number.NaN)).toBe('–')
    expect(formatTime(9e99)).toBe('–')
    expect(formatTime(new Date(2026, 10, 21, 0, 48).getTime())).toBe('2026-11-21 00:48')
  })

  it('puts a noun into the plural', () => {
    expect(formatCountWithNoun(1, 'message')).toBe('1 message')
    expect(formatCountWithNoun(1000, 'entry', 'entries')).toBe('1,000 entries')
  })
})

describe('sizes on disk', () => {
  it.each([
    [null, '–'],
    [0, '0\u202fB'],
    [999, '999\u202fB'],
    [1000, '1.0\u202fkB'],
    [9960, '10\u202fkB'],
    [412_345, '412\u202fkB'],
    [2_660_000, '2.7\u202fMB'],
    [3_000_000_000, '3.0\u202fGB'],
  ])('say %j as %j', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })
})
