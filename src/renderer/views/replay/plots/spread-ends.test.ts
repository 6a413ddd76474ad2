import { expect, it } from 'vitest'
import { spreadEnds } from './spread-ends.ts'

it.each([
  ['leaves what is apart', [20, 80], [20, 80]],
  ['lists what is at the same place', [50, 50, 50], [38, 50, 62]],
  ['keeps the order', [60, 50, 55], [67, 43, 55]],
  ['stays inside', [99, 100, 98], [88, 100, 76]],
  [
    'comes closer where there is no room',
    Array.from({ length: 11 }, () => 0),
    [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
  ],
  ['has nothing of nothing', [], []],
])('%s', (_name, places, expected) =>
  expect(spreadEnds(places, { top: 0, bottom: 100 }, 12)).toEqual(expected),
)
