import { describe, expect, it } from 'vitest'
import { shortenDistinctNames } from './shorten-distinct-names.ts'

const listTexts = (names: readonly string[], most: number) => [...shortenDistinctNames(names, most).values()]

describe('distinct names', () => {
  it.each([
    [['none', 'recorded'], 9, ['none', 'recorded']],
    [['smart-balanced-50'], 9, ['smar…d-50']],
    [['smart-balanced-50', 'smart-balanced-75'], 9, ['smar…d-50', 'smar…d-75']],
    // They differ in the middle alone.
    [
      ['smart-a-with-everything', 'smart-b-with-everything', 'other'],
      9,
      ['smart-a-…erything', 'smart-b-…erything', 'other'],
    ],
    [['same', 'same'], 3, ['s…e']],
    [['🦊🐻🐼🦁'], 3, ['🦊…🦁']],
    // What is cut may look like an original name.
    [['aaaabbbb', 'a…b'], 3, ['aaa…bbb', 'a…b']],
  ])('of %j in %i characters are %j', (names, most, expected) => {
    expect(listTexts(names, most)).toEqual(expected)
  })

  it('stay apart however many there are', () => {
    const names = Array.from({ length: 50 }, (_, at) => `policy-${'x'.repeat(20)}${at}${'y'.repeat(20)}`)
    const texts = listTexts(names, 20)
    expect(new Set(texts).size).toBe(50)
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(50)
  })
})
