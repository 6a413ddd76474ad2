import { describe, expect, it } from 'vitest'
import { mergeSettings, parseSettings, sameSettings, valueAt, withValueAt } from './settings-value.ts'

describe('settings as a value', () => {
  const settings = { a: 1, deep: { b: true, list: [1, 2] } }

  it('reads and writes at a path without touching what it was given', () => {
    const before = structuredClone(settings)
    expect(valueAt(settings, ['deep', 'b'])).toBe(true)
    expect(valueAt(settings, ['deep', 'none', 'x'])).toBeUndefined()
    expect(withValueAt(settings, ['deep', 'b'], false)).toEqual({ a: 1, deep: { b: false, list: [1, 2] } })
    expect(withValueAt({}, ['x', 'y'], null)).toEqual({ x: { y: null } })
    expect(settings).toEqual(before)
  })

  it('lays a preset over the defaults object by object, lists whole', () => {
    expect(mergeSettings(settings, { deep: { list: [3] } })).toEqual({ a: 1, deep: { b: true, list: [3] } })
  })

  it('compares without regard to the order of keys', () => {
    expect(sameSettings({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true)
    expect(sameSettings({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
  })

  it.each(['', '{', '[1]', '7', 'null'])('explains why %j is no settings', (text) => {
    expect(parseSettings(text)).toHaveProperty('error')
  })

  it('takes an object', () => {
    expect(parseSettings('{"a": null}')).toEqual({ settings: { a: null } })
  })
})
