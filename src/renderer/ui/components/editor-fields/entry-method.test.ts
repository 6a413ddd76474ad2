import { describe, expect, it } from 'vitest'
import type { MethodRow } from '../../../lib/list-methods.ts'
import { findEntryMethod, nameEntryMethod, withMethod } from './entry-method.ts'

/** A method by its provider and preset. */
function buildMethod(providerId: string, id: string, armId: string | null): MethodRow {
  const texts = { label: id, description: '' }
  const preset = { ...texts, providerId, id, isBuiltIn: armId !== null, versions: [] }
  return { ...texts, id: `${providerId}/${id}`, group: '', about: '', preset, armId }
}

const strict = buildMethod('lossless', 'strict', 'lossless-strict')
const bare = buildMethod('lossless', 'default', 'lossless')
const mine = buildMethod('lossless', 'mine', null)
const methods = [strict, bare, mine, buildMethod('native', 'classic', 'roo-classic')]
const arms = [
  { id: 'lossless-strict', providerId: 'lossless', presetId: 'strict' },
  { id: 'lossless', providerId: 'lossless', presetId: null },
]

describe('the method of an entry', () => {
  it.each([
    ['the arm that it names', { arm: 'lossless-strict' }, 'lossless/strict'],
    ['an arm that is the defaults of a provider', { arm: 'lossless' }, 'lossless/default'],
    ['what its provider and preset are', { provider: 'lossless', preset: 'strict' }, 'lossless/strict'],
    ['a preset of one’s own', { provider: 'lossless', preset: 'mine' }, 'lossless/mine'],
    ['the defaults of a provider', { provider: 'lossless' }, 'lossless/default'],
    ['the preset that stands for defaults', { provider: 'native' }, 'native/classic'],
    ['none where nobody knows the arm', { arm: 'gone' }, undefined],
    ['none where nobody knows the provider', { provider: 'lossles' }, undefined],
  ])('is %s', (_what, entry, id) => {
    expect(findEntryMethod(entry, methods, arms)?.id).toBe(id)
  })

  it('is called as in the file where nobody knows it', () => {
    expect(nameEntryMethod({ arm: 'gone' })).toBe('gone')
    expect(nameEntryMethod({ provider: 'lossless', preset: 'gone' })).toBe('lossless: gone')
  })

  it('takes the place of provider and preset, and other keys stay', () => {
    const entry = { id: 'a', provider: 'native', preset: 'current', window: 1000 }
    expect(JSON.stringify(withMethod(entry, strict))).toBe(
      '{"id":"a","provider":"lossless","preset":"strict","window":1000}',
    )
    expect(withMethod(entry, bare)).toEqual({ id: 'a', provider: 'lossless', window: 1000 })
  })

  it('stays an arm where it is named as one, unless it is none', () => {
    const entry = { id: 'a', arm: 'lossless', window: 1000 }
    expect(withMethod(entry, strict)).toEqual({ id: 'a', arm: 'lossless-strict', window: 1000 })
    expect(JSON.stringify(withMethod(entry, mine))).toBe(
      '{"id":"a","provider":"lossless","preset":"mine","window":1000}',
    )
  })
})
