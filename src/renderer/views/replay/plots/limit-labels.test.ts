import { expect, it } from 'vitest'
import { limitLabels } from './limit-labels.ts'

const frame = { left: 0, right: 400, bottom: 200 }
const line = (...places: readonly (readonly [number, number])[]) => places.map(([x, y]) => ({ x, y }))
const text = 'condenses at 100'
const end = 400 - 4 - 6.2 * text.length

it.each([
  ['over their line where nothing is in the way', [line([0, 190], [400, 20])], { x: 4, y: 96 }],
  ['below it where lines go above it', [line([0, 93], [400, 93])], { x: 4, y: 113 }],
  [
    'at its end where lines are at its beginning',
    [line([0, 93], [150, 93], [160, 10], [400, 10]), line([0, 110], [150, 110], [160, 10], [400, 10])],
    { x: end, y: 96 },
  ],
])('the words of a limit stand %s', (_name, lines, place) => {
  expect(limitLabels([{ text, y: 100 }], lines, frame)).toEqual([{ text, ...place }])
})

it('the words of two limits do not cover each other, and none leave the plot', () => {
  const at = (...ys: readonly number[]) =>
    limitLabels(
      ys.map((y) => ({ text, y })),
      [],
      frame,
    ).map(({ y }) => y)
  expect(at(100, 105)).toEqual([96, 118])
  expect(limitLabels([{ text, y: 195 }], [line([0, 188], [400, 188])], frame)).toEqual([
    { text, x: 4, y: 191 },
  ])
})
