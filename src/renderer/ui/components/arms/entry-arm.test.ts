import { describe, expect, it } from 'vitest'
import type { ArmInfo } from '../../../../shared/methods/arm-types.ts'
import { findEntryArm, withArm, withoutArm } from './entry-arm.ts'

const strict: ArmInfo = {
  id: 'lossless-strict',
  label: 'Lossless: Strict',
  group: 'own',
  description: '',
  providerId: 'lossless',
  presetId: 'strict',
  origin: null,
  hasOwnTrigger: false,
  needsKey: false,
}
const bare: ArmInfo = { ...strict, id: 'lossless', presetId: null }
const arms = [strict, bare]

describe('the arm of an entry', () => {
  it.each([
    ['the one that it names', { arm: 'lossless-strict' }, 'lossless-strict'],
    ['what it names where nobody knows it', { arm: 'gone' }, 'gone'],
    [
      'the one that its provider and preset are',
      { provider: 'lossless', preset: 'strict' },
      'lossless-strict',
    ],
    ['that of the defaults', { provider: 'lossless' }, 'lossless'],
    ['none for a preset of one’s own', { provider: 'lossless', preset: 'mine' }, null],
  ])('is %s', (_what, entry, id) => {
    expect(findEntryArm(entry, arms).id).toBe(id)
  })

  it('takes the place of provider and preset, and other keys stay', () => {
    const entry = { id: 'a', provider: 'native', preset: 'current', window: 1000 }
    expect(JSON.stringify(withArm(entry, strict))).toBe(
      '{"id":"a","provider":"lossless","preset":"strict","window":1000}',
    )
    expect(withArm(entry, bare)).toEqual({ id: 'a', provider: 'lossless', window: 1000 })
  })

  it('stays an arm where it is named as one, and becomes its provider and preset on demand', () => {
    const entry = { id: 'a', arm: 'lossless', window: 1000 }
    expect(withArm(entry, strict)).toEqual({ id: 'a', arm: 'lossless-strict', window: 1000 })
    expect(JSON.stringify(withoutArm({ ...entry, arm: 'lossless-strict' }, arms))).toBe(
      '{"id":"a","provider":"lossless","preset":"strict","window":1000}',
    )
  })
})
