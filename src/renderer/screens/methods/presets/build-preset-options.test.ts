import { expect, it } from 'vitest'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import { buildPresetOptions } from './build-preset-options.ts'

const entry = (id: string, label: string, isBuiltIn: boolean): PresetEntry => ({
  providerId: 'p',
  id,
  label,
  description: '',
  isBuiltIn,
  versions: [{ version: 1, settings: {}, note: '', createdTs: 0 }],
})
const balanced = entry('balanced', 'Balanced', true)
const mine = entry('mine', 'Mine', false)
const groups = (presets: readonly PresetEntry[], custom: string | null = null) =>
  buildPresetOptions(presets, custom).map(({ group, items }) => [group, ...items.map(({ label }) => label)])

it('shows built-in presets, then the user’s own, then custom settings', () => {
  expect(groups([balanced, mine])).toEqual([
    ['Built in', 'Balanced'],
    ['Your own', 'Mine'],
  ])
  expect(groups([mine], 'Mine, changed')).toEqual([
    ['Your own', 'Mine'],
    ['Now', 'Mine, changed'],
  ])
})

it('distinguishes presets of one label by their ids', () => {
  const [, own] = groups([balanced, mine, entry('b', 'Mine', false), entry('c', 'Balanced', false)])
  expect(own).toEqual(['Your own', 'Mine (mine)', 'Mine (b)', 'Balanced (c)'])
})
