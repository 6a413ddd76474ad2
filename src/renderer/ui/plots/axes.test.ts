import { describe, expect, it } from 'vitest'
import {
  findNearestValue,
  createNiceAxis,
  roundStep,
  createSlotAxis,
  thinPoints,
  createWholeAxis,
} from './axes.ts'

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
  const axis = createNiceAxis(values, 100, 20)
  expect(axis.ticks.slice(0, ticks.length)).toEqual(ticks)
  expect(axis.ticks.length).toBeLessThan(9)
  expect([axis.ticks[0], axis.ticks.at(-1)].map((tick) => axis.place(tick ?? Number.NaN))).toEqual([100, 20])
  for (const value of values) {
    expect(axis.place(value)).toBeGreaterThanOrEqual(20)
    expect(axis.place(value)).toBeLessThanOrEqual(100)
  }
})

it.each([
  [0.03, 0.05],
  [1, 1],
  [1.1, 2],
  [4, 5],
  [6, 10],
  [20, 20],
  [700, 1000],
])('the round step from %d on is %d', (least, step) => expect(roundStep(least)).toBeCloseTo(step, 9))

const upTo = (last: number, first = 0): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

describe('an axis of requests', () => {
  it.each([
    ['four', upTo(3), [0, 1, 2, 3]],
    ['forty-nine', upTo(48), [0, 10, 20, 30, 40, 48]],
    ['forty-two, the last one beside a round number', upTo(41), [0, 10, 20, 30, 41]],
    ['forty-six', upTo(45), [0, 10, 20, 30, 40, 45]],
    ['some from the middle', upTo(31, 19), [19, 20, 22, 24, 26, 28, 30, 31]],
    ['some with a gap', [0, 1, 2, 20, 25, 30], [0, 20, 25, 30]],
    ['one', [7], [7]],
    ['a thousand', upTo(999), [0, 200, 400, 600, 800, 999]],
  ])('of %s is lettered where requests are', (_name, values, ticks) => {
    expect(createWholeAxis(values, 0, 500, 6).ticks).toEqual(ticks)
  })

  it('ends with the last one', () => {
    const { place } = createWholeAxis(upTo(48), 62, 450, 5)
    expect([place(0), place(24), place(48)]).toEqual([62, 256, 450])
  })

  it('has a single one in its middle', () => {
    expect(createWholeAxis([7], 62, 450, 5).place(7)).toBe(256)
  })
})

describe('the axis of messages', () => {
  it('gives each message a slot, and finds the message of every place', () => {
    const { place, middle, findIndex } = createSlotAxis({ from: 10, to: 13 }, 100, 180)
    expect([place(10), middle(10), place(11), place(14)]).toEqual([100, 110, 120, 180])
    expect([0, 100, 119.9, 120, 179, 500].map(findIndex)).toEqual([10, 10, 10, 11, 13, 13])
  })

  it('fills the width with a single message', () => {
    const { place, findIndex, ticks } = createSlotAxis({ from: 0, to: 0 }, 50, 150)
    expect([place(0), place(1), findIndex(120), ...ticks]).toEqual([50, 150, 0, 0])
  })

  it.each([
    [{ from: 0, to: 91 }, 900, [0, 10, 20, 30, 40, 50, 60, 70, 80, 90]],
    [{ from: 13, to: 17 }, 900, [13, 14, 15, 16, 17]],
    [{ from: 0, to: 9999 }, 450, [0, 2000, 4000, 6000, 8000]],
    [{ from: 0, to: 9999 }, 0, [0, 5000]],
  ])('letters %j over %i pixels with whole, round numbers', (range, width, expected) => {
    expect(createSlotAxis(range, 0, width).ticks).toEqual(expected)
  })
})

it.each([
  [[0, 2, 9], 4, 2],
  [[0, 2, 9], 6, 9],
  [[0, 2], 1, 0],
  [[3], -50, 3],
  [[], 5, 0],
])('the nearest of %j to %d is %d', (values, place, expected) =>
  expect(findNearestValue(values, place)).toBe(expected),
)

it('goes by where values stand', () => {
  expect(findNearestValue([0, 1, 2], 95, (value) => 10 + 40 * value)).toBe(2)
})

describe('the points that are drawn', () => {
  it.each([
    [{ from: 0, to: 4 }, 10, [0, 1, 2, 3, 4]],
    [{ from: 2, to: 4 }, 3, [2, 3, 4]],
    [{ from: 3, to: 3 }, 10, [3]],
    [{ from: 0, to: -1 }, 10, []],
  ])('are all of %j where at most %i fit', (range, most, expected) => {
    expect(thinPoints([5, 1, 4, 2, 3], range, most)).toEqual(expected)
  })

  it('keep the ends, every peak and every fall of a long history, in its order', () => {
    const values = Array.from({ length: 10_000 }, (_, index) => index % 100)
    values[4321] = 9999
    values[8765] = -5
    const kept = thinPoints(values, { from: 0, to: 9999 }, 1500)
    expect(kept.length).toBeLessThanOrEqual(1500)
    expect(kept).toEqual([...new Set(kept)].toSorted((a, b) => a - b))
    expect(kept).toEqual(expect.arrayContaining([0, 4321, 8765, 9999]))
  })
})
