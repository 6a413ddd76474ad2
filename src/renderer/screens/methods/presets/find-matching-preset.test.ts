import { describe, expect, it } from 'vitest'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import type { Settings } from '../../../../shared/methods/provider-types.ts'
import { findMatchingPreset, buildPresetSettings } from './find-matching-preset.ts'

const provider = { defaults: { keep: 'latest', superseded: { reads: true, writes: true } } }
const entry = (id: string, ...versions: readonly Settings[]): PresetEntry => ({
  providerId: 'p',
  id,
  label: id,
  description: '',
  isBuiltIn: false,
  versions: versions.map((settings, at) => ({ version: at + 1, settings, note: '', createdTs: 0 })),
})
const full = entry('full', {})
const strict = entry('strict', { superseded: { reads: false, writes: false } })
const mine = entry('mine', { keep: 'first' }, { superseded: { writes: false, reads: false } })
const presets = [full, strict, mine]

describe('the preset that settings equal', () => {
  it('is completed with the defaults, by its newest version', () => {
    expect(buildPresetSettings(provider, strict)).toEqual({
      keep: 'latest',
      superseded: { reads: false, writes: false },
    })
    expect(buildPresetSettings(provider, mine)).toEqual(buildPresetSettings(provider, strict))
  })

  const off = { superseded: { writes: false, reads: false }, keep: 'latest' }
  it.each([
    ['whatever the order of keys', off, '', 'strict'],
    ['the preferred one of two', off, 'mine', 'mine'],
    ['another where the preferred one differs', provider.defaults, 'mine', 'full'],
    ['not an older version', { ...provider.defaults, keep: 'first' }, 'mine', undefined],
    ['none for others', { ...off, keep: 'first' }, 'strict', undefined],
  ])('is found: %s', (_name, settings, preferred, id) => {
    expect(findMatchingPreset(provider, presets, settings, preferred)?.id).toBe(id)
  })
})
