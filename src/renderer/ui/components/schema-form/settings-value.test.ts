import { describe, expect, it } from 'vitest'
import { mergeSettings } from '../../../../shared/methods/merge-settings.ts'
import { parseSettings, isSameSettings, readSettingsValue, setValue } from './settings-value.ts'

describe('settings as a value', () => {
  const settings = { a: 1, deep: { b: true, list: [1, 2] } }

  it('reads and writes at a path without touching what it was given', () => {
    const before = structuredClone(settings)
    expect(readSettingsValue(settings, ['deep', 'b'])).toBe(true)
    expect(readSettingsValue(settings, ['deep', 'none', 'x'])).toBeUndefined()
    expect(setValue(settings, ['deep', 'b'], false)).toEqual({ a: 1, deep: { b: false, list: [1, 2] } })
    expect(setValue({}, ['x', 'y'], null)).toEqual({ x: { y: null } })
    expect(settings).toEqual(before)
  })

  it('lays a preset over the defaults object by object, lists whole', () => {
    expect(mergeSettings(settings, { deep: { list: [3] } })).toEqual({ a: 1, deep: { b: true, list: [3] } })
  })

  it('compares without regard to the order of keys', () => {
    expect(isSameSettings({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true)
    expect(isSameSettings({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
  })

  it.each(['', '{', '[1]', '7', 'null'])('explains why %j is no settings', (text) => {
    expect(parseSettings(text)).toHaveProperty('error')
  })

  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', 'Line 3, column 3: a comma is missing before this.'],
    ['{ "a": fine }', 'Line 1, column 8: this word is not JSON. Texts stand in double quotes.'],
    ['{ "a": [1, 2 }', 'Line 1, column 14: a comma is missing before this.'],
    ['{ "a": ', 'Line 1, column 8: a value is expected here.'],
    ['{ "a": 1, }', 'Line 1, column 11: a key in double quotes is expected here.'],
    ['', 'There is no JSON here. Settings are an object: { … }.'],
  ])('says where %j is no JSON', (text, error) => {
    expect(parseSettings(text)).toEqual({ error })
  })

  it('takes an object', () => {
    expect(parseSettings('{"a": null}')).toEqual({ settings: { a: null } })
  })
})
