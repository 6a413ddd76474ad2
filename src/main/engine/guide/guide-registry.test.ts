import { describe, expect, it } from 'vitest'
import { findProvider } from '../registry.ts'
import { picks } from './guide-picks.ts'

describe('what the guide recommends', () => {
  it.each(Object.entries(picks))('can be run: %s', (_name, { providerId, presetId, ...pick }) => {
    const provider = findProvider(providerId)
    expect(provider?.id).toBe(providerId)
    if (presetId !== null) expect(provider?.presets.map(({ id }) => id)).toContain(presetId)
    const settings = 'settings' in pick ? pick.settings : {}
    expect(provider?.bind(settings).ok).toBe(true)
  })
})
