import { describe, expect, it } from 'vitest'
import { packCell, unpackCell } from './packed-cell.ts'

const json = '{"outcome":"condensed","stats":null,"values":{"knows-done":0.5,"links":null}}'

describe('a packed cell', () => {
  it('comes back as it was, whatever its figures are called', () => {
    for (const text of [json, '', '{}', `{"values":{"new-figure-é":${'1'.repeat(5000)}}}`])
      expect(unpackCell(packCell(text))).toBe(text)
  })

  it('is still read as the first version packed it', () => {
    const bytes = Buffer.from('ePlXqX8OI9BAR+sNoVQ54PyPVP3W1gIAGlgazA==', 'base64')
    expect(unpackCell(bytes)).toBe(json)
  })

  it('is refused where a bit has changed', () => {
    const bytes = Buffer.from(packCell(json))
    for (let at = 0; at < bytes.length; at += 1) {
      const damaged = Buffer.from(bytes)
      damaged.writeUInt8((damaged[at] ?? 0) ^ 1, at)
      expect(() => unpackCell(damaged)).toThrow(Error)
    }
    expect(() => unpackCell(bytes.subarray(0, -1))).toThrow(Error)
  })
})
