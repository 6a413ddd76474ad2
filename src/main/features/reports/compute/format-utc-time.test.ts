import { expect, it } from 'vitest'
import { formatUtcTime } from './format-utc-time.ts'

it('times are in UTC, to the minute', () => {
  expect([formatUtcTime(Date.UTC(2026, 10, 20, 9, 5)), formatUtcTime(null)]).toEqual([
    '2026-11-20 09:05 UTC',
    '–',
  ])
})
