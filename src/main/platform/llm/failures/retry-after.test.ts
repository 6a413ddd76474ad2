import { expect, it } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const now = Date.parse('Sat, 21 Nov 2026 10:00:00 GMT')

it.each<readonly [string, Record<string, string>, number | undefined]>([
  ['nothing', {}, undefined],
  ['seconds', { 'retry-after': '3' }, 3000],
  ['parts of a second', { 'retry-after': '0.25' }, 250],
  ['milliseconds before seconds', { 'retry-after-ms': '40', 'retry-after': '3' }, 40],
  ['a date, by our clock', { 'retry-after': 'Sat, 21 Nov 2026 10:00:09 GMT' }, 9000],
  [
    'a date, by the clock of the server',
    { 'retry-after': 'Sat, 21 Nov 2026 12:00:09 GMT', date: 'Sat, 21 Nov 2026 12:00:00 GMT' },
    9000,
  ],
  ['a date that is over', { 'retry-after': 'Sat, 21 Nov 2026 09:00:00 GMT' }, 0],
  ['words', { 'retry-after': 'soon' }, undefined],
  ['a negative number', { 'retry-after': '-4' }, undefined],
])('reads %s', (_, headers, expected) => {
  expect(retryAfterMs(new Headers(headers), now)).toBe(expected)
})
