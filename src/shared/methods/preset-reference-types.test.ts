import { describe, expect, it } from 'vitest'
import {
  parsePresetReference,
  createPresetId,
  presetIdSchema,
  formatPresetReference,
} from './preset-reference-types.ts'

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
  expect(parsePresetReference(formatPresetReference('mine', 12))).toEqual({ id: 'mine', version: 12 })
})

describe('the id of a preset', () => {
  it.each(['a', 'my-preset', '50-30-10', 'x'.repeat(60)])('may be %s', (id) => {
    expect(presetIdSchema.safeParse(id).success).toBe(true)
  })

  it.each(['', 'My', 'a b', '-a', 'a-', 'a--b', 'a@2', 'a:b', 'ä', 'x'.repeat(61)])(
    'may not be "%s"',
    (id) => {
      expect(presetIdSchema.safeParse(id).success).toBe(false)
    },
  )

  it.each([
    ['My preset', [], 'my-preset'],
    ['My preset', ['my-preset'], 'my-preset-2'],
    ['My preset', ['my-preset', 'my-preset-2'], 'my-preset-3'],
    ['Équilibré (50 %)', [], 'equilibre-50'],
    ['Мой', [], 'preset'],
    ['  ', ['preset'], 'preset-2'],
  ])('is made of the label %s, %o being taken', (label, taken, id) => {
    expect(createPresetId(label, taken)).toBe(id)
  })

  it('that is made is one that may be, however long the label', () => {
    for (let length = 1; length < 130; length++) {
      const label = 'ab '.repeat(60).slice(0, length)
      expect(presetIdSchema.safeParse(createPresetId(label, [])).success).toBe(true)
      expect(presetIdSchema.safeParse(createPresetId(label, [createPresetId(label, [])])).success).toBe(true)
    }
  })
})
