import { expect, it } from 'vitest'
import { niceAxis } from './nice-axis.ts'

it.each([
  [
    [0, 1],
    [0, 0.2, 0.4, 0.6, 0.8, 1],
  ],
  [
    [0.32, 0.81],
    [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
  ],
  [
    [-0.12, 0.07],
    [-0.15, -0.1, -0.05, 0, 0.05, 0.1],
  ],
  [
    [41, 88],
    [40, 50, 60, 70, 80, 90],
  ],
  [
    [5, 5],
    [5, 6],
  ],
  [
    [0, 0],
    [0, 0.2],
  ],
  [[], [0, 1]],
])('an axis over %j has the ticks %j', (values, ticks) => {
  const axis = niceAxis(values, 100, 20)
  expect(axis.ticks.slice(0, ticks.length)).toEqual(ticks)
  expect(axis.ticks.length).toBeLessThan(9)
  expect([axis.ticks[0], axis.ticks.at(-1)].map((tick) => axis.place(tick ?? Number.NaN))).toEqual([100, 20])
  for (const value of values) {
    expect(axis.place(value)).toBeGreaterThanOrEqual(20)
    expect(axis.place(value)).toBeLessThanOrEqual(100)
  }
})
