import { describe, expect, it } from 'vitest'
import { parseSince } from './parse-since.ts'

const nowTs = Date.UTC(2026, 10, 21, 12)

describe('a moment on the command line', () => {
  it.each([
    ['2026-11-01', Date.UTC(2026, 10, 1)],
    ['2026-11-01T10:30', Date.UTC(2026, 10, 1, 10, 30)],
    ['2026-11-01 10:30:15', Date.UTC(2026, 10, 1, 10, 30, 15)],
    ['2026-11-01T10:30Z', Date.UTC(2026, 10, 1, 10, 30)],
    ['2026-11-01T10:30+02:00', Date.UTC(2026, 10, 1, 8, 30)],
    ['24h', Date.UTC(2026, 10, 20, 12)],
    ['90m', Date.UTC(2026, 10, 21, 10, 30)],
    ['7d', Date.UTC(2026, 10, 14, 12)],
    ['2w', Date.UTC(2026, 10, 7, 12)],
  ])('%s is what it says', (text, ts) => {
    expect(parseSince(text, nowTs)).toBe(ts)
  })

  it.each([
    '',
    '7',
    '7 d',
    '-7d',
    'yesterday',
    '2026',
    '2026-02-30',
    '2026-13-01',
    '2026-11-01T25:00',
    'P7D',
  ])('is not %j', (text) => {
    expect(() => parseSince(text, nowTs)).toThrow('It must be a date')
  })
})
