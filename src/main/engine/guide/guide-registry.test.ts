import { describe, expect, it } from 'vitest'
import type { GuidePick } from '../../../shared/domain/guide.ts'
import { findProvider } from '../registry.ts'
import { picks } from './guide-picks.ts'

const named: readonly (readonly [name: string, pick: GuidePick])[] = Object.entries(picks)

describe('what the guide recommends', () => {
  it.each(named)('can be run: %s', (_name, { providerId, presetId, settings = {} }) => {
    const provider = findProvider(providerId)
    const presets = provider?.presets.map(({ id }) => id) ?? []
    expect(provider?.id).toBe(providerId)
    expect([null, ...presets]).toContain(presetId)
    expect(provider?.bind(settings).ok).toBe(true)
  })
})
