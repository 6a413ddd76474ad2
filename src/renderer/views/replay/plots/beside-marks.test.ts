import { expect, it } from 'vitest'
import { besideMarks } from './beside-marks.ts'

const frame = { left: 0, right: 400 }
const xsOf = (...places: readonly (readonly [number, number])[]) =>
  besideMarks(
    places.map(([x, y]) => ({ x, y })),
    frame,
  ).map(({ x }) => x)

it.each([
  [
    'that are apart stay',
    [
      [100, 10],
      [100, 40],
      [105, 10],
    ],
    [100, 100, 105],
  ],
  [
    'at one place stand beside each other around it',
    [
      [100, 10],
      [100, 10],
      [100, 10],
    ],
    [89, 100, 111],
  ],
  [
    'that half cover each other do so too',
    [
      [100, 10],
      [100, 16],
    ],
    [94.5, 105.5],
  ],
  [
    'take no more columns than they have to',
    [
      [100, 10],
      [100, 18],
      [100, 26],
    ],
    [94.5, 105.5, 94.5],
  ],
  [
    'stay between the edges',
    [
      [400, 10],
      [400, 10],
    ],
    [389, 400],
  ],
  [
    'stay between the edges at the left as well',
    [
      [0, 10],
      [0, 10],
    ],
    [0, 11],
  ],
] as const)('marks %s', (_name, places, xs) => expect(xsOf(...places)).toEqual(xs))

it('many marks at one place come closer, and each has a place of its own', () => {
  const xs = xsOf(...Array.from({ length: 20 }, () => [200, 50] as const))
  expect(new Set(xs).size).toBe(20)
  expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(90)
})
