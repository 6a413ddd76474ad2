import { expect, it } from 'vitest'
import { moveAlong } from './move-along.ts'

it.each([
  ['ArrowRight', 1, 2],
  ['ArrowDown', 1, 2],
  ['ArrowLeft', 1, 0],
  ['ArrowUp', 1, 0],
  ['ArrowRight', 4, 4],
  ['ArrowLeft', 0, 0],
  ['Home', 3, 0],
  ['End', 1, 4],
  ['ArrowRight', -1, 0],
  ['Enter', 1, null],
])('%s leads from place %d of five to %s', (key, at, target) => {
  expect(moveAlong(key, at, 5)).toBe(target)
})
