import { expect, it } from 'vitest'
import { parseDayRange, parseTokenRange } from './task-filter-options.ts'

it.each([
  ['1000..50000', { from: 1000, to: 50_000 }],
  ['0.1..', { from: 0.1, to: null }],
  ['..2', { from: null, to: 2 }],
])('%s is a range', (text, expected) => {
  expect(parseTokenRange(text)).toEqual(expected)
})

it.each(['', '..', '5', '2..1', 'a..b', '-1..', '1..2..3', 'Infinity..'])('%j is no range', (text) => {
  expect(() => parseTokenRange(text)).toThrow('It must be a range such as')
})

it.each([
  ['2026-11-01..2026-11-20', { from: '2026-11-01', to: '2026-11-20' }],
  ['2026-11-01..', { from: '2026-11-01', to: '' }],
  ['..2024-02-29', { from: '', to: '2024-02-29' }],
  ['2026-11-01', { from: '2026-11-01', to: '2026-11-01' }],
])('%s are days', (text, expected) => {
  expect(parseDayRange(text)).toEqual(expected)
})

it.each(['', '..', 'yesterday', '2026-02-30..', '2026-11-20..2026-11-01', '2026-1-1', '7d'])(
  '%j are no days',
  (text) => {
    expect(() => parseDayRange(text)).toThrow('It must be days such as')
  },
)
