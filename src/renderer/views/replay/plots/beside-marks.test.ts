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

it('marks of one column stand in the order from left to right, around its middle', () => {
  const marks = [
    { x: 104, y: 10 },
    { x: 100, y: 10 },
  ]
  expect(besideMarks(marks, frame, 5)).toEqual([
    { mark: marks[1], x: 96.5 },
    { mark: marks[0], x: 107.5 },
  ])
})

it('marks come closer where the next ones of their height leave less room, and each has a place of its own', () => {
  const here = Array.from({ length: 5 }, () => [200, 50] as const)
  expect(xsOf(...here)).toEqual([178, 189, 200, 211, 222])
  expect(xsOf(...here, [220, 55]).slice(0, 5)).toEqual([192, 196, 200, 204, 208])
  expect(xsOf(...here, [220, 90]).slice(0, 5)).toEqual([178, 189, 200, 211, 222])
})
