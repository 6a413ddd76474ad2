import { expect, it } from 'vitest'
import { parsePresetReference, presetReferenceText } from './preset-reference.ts'

it.each([
  ['mine', { id: 'mine', version: null }],
  ['mine@3', { id: 'mine', version: 3 }],
  ['mine@0', { id: 'mine@0', version: null }],
  ['mine@x', { id: 'mine@x', version: null }],
  ['@3', { id: '@3', version: null }],
])('reads %s', (text, reference) => {
  expect(parsePresetReference(text)).toEqual(reference)
})

it('reads what it wrote', () => {
  expect(parsePresetReference(presetReferenceText('mine', 12))).toEqual({ id: 'mine', version: 12 })
})
