import { expect, it } from 'vitest'
import { findModelInForce } from './find-model-in-force.ts'

it.each([
  ['the last one', ['a', 'b'], false, 'b', null],
  ['the one before a single last request that was sent something else', ['a', 'a', 'b'], true, 'a', 'b'],
  ['the last one where several requests went to it', ['a', 'b', 'b'], true, 'b', null],
  ['the last one where only its size differs', ['a', 'a'], true, 'a', null],
  ['none where nothing tells of any', [], false, null, null],
])('is %s', (_, models, isLastOff, model, aside) => {
  expect(findModelInForce(models, isLastOff)).toEqual({ model, aside })
})
