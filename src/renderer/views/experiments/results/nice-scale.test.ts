import { expect, it } from 'vitest'
import { niceScale } from './nice-scale.ts'

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
])('a scale for %j has the ticks %j', (values, ticks) => {
  const scale = niceScale(values)
  expect(scale.ticks.slice(0, ticks.length)).toEqual(ticks)
  expect(Math.min(...values, scale.from)).toBe(scale.from)
  expect(Math.max(...values, scale.to)).toBe(scale.to)
  expect(scale.ticks.length).toBeLessThan(9)
})
