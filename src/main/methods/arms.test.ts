import { describe, expect, it } from 'vitest'
import { presetOfDefaults } from '../../shared/methods/arm-types.ts'
import { findMethod } from './methods.ts'
import { findKeptMethod } from './restore-method.ts'

describe('presets of defaults', () => {
  it.each(Object.entries(presetOfDefaults))('are what %s does with no settings', (id, presetId) => {
    const provider = findMethod(id)
    const preset = provider?.presets.find((one) => one.id === presetId)
    expect(findKeptMethod({ providerId: id, settings: {} })?.settings).toEqual(preset?.settings)
  })
})
