import { expect, it } from 'vitest'
import { findFront } from './arm-marks.ts'

it('leaves out what another one beats on both axes', () => {
  const points = [
    { id: 'c', x: 90, y: 60 },
    { id: 'a', x: 10, y: 100 },
    { id: 'b', x: 50, y: 90 },
    { id: 'worse', x: 40, y: 80 },
    { id: 'same saving', x: 50, y: 70 },
  ]
  expect(findFront(points).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

it('keeps both of two that are the same', () => {
  expect(
    findFront([
      { x: 1, y: 1 },
      { x: 1, y: 1 },
    ]),
  ).toHaveLength(2)
})
