import { expect, it } from 'vitest'
import { requestAfterKey } from './request-after-key.ts'

const requests = [0, 2, 3, 7]

it.each([
  ['ArrowRight', 2, 3],
  ['ArrowUp', 7, 7],
  ['ArrowLeft', 2, 0],
  ['ArrowDown', 0, 0],
  ['PageUp', 0, 7],
  ['Home', 7, 0],
  ['End', 0, 7],
  ['Enter', 3, null],
])('%s leads from request %s to %s', (key, from, to) =>
  expect(requestAfterKey(requests, from, { key, shiftKey: false })).toBe(to),
)

it('goes ten at once with the shift key, and nowhere without requests', () => {
  const many = Array.from({ length: 30 }, (_, index) => index)
  expect(requestAfterKey(many, 3, { key: 'ArrowRight', shiftKey: true })).toBe(13)
  expect(requestAfterKey([], 3, { key: 'End', shiftKey: false })).toBeNull()
})
