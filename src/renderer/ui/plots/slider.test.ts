import { expect, it } from 'vitest'
import { findValueAfterKey, type PressedKey } from './slider.ts'

const pressed = (key: string, held: Partial<PressedKey> = {}): PressedKey => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
})
const values = [0, 2, 3, 7]

it.each([
  ['ArrowRight', 2, 3],
  ['ArrowUp', 7, 7],
  ['ArrowLeft', 2, 0],
  ['ArrowDown', 0, 0],
  ['PageUp', 0, 7],
  ['Home', 7, 0],
  ['End', 0, 7],
  ['End', 5, 0],
  ['Enter', 3, null],
])('%s leads from %s to %s', (key, from, to) =>
  expect(findValueAfterKey(values, from, pressed(key))).toBe(to),
)

it('goes ten at once with the shift key, nowhere with others or without values', () => {
  const many = Array.from({ length: 30 }, (_, index) => index)
  expect(findValueAfterKey(many, 3, pressed('ArrowRight', { shiftKey: true }))).toBe(13)
  expect(findValueAfterKey(many, 3, pressed('ArrowRight', { altKey: true }))).toBeNull()
  expect(findValueAfterKey([], 3, pressed('End'))).toBeNull()
})
