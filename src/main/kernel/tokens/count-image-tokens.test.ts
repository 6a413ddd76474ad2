import { describe, expect, it } from 'vitest'
import { countImageTokens, estimateImageTokens } from './count-image-tokens.ts'

declare function btoa(bytes: string): string

/** The first bytes of a PNG of a size. */
function png(width: number, height: number): string {
  const bytes = new Uint8Array(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return btoa(String.fromCharCode(...bytes))
}

const image = (data: unknown) => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data },
})

describe('an image', () => {
  it.each([
    [750, 100, 100],
    [1000, 1000, 1334],
    // Shrunk to 1568 x 784.
    [3136, 1568, 1600],
    [3136, 400, 419],
    [1568, 1568, 1600],
    [1, 1, 1],
  ])('of %i x %i pixels counts %i tokens', (width, height, tokens) => {
    expect(countImageTokens(image(png(width, height)))).toBe(tokens)
    expect(countImageTokens(image(`data:image/png;base64,${png(width, height)}`))).toBe(tokens)
  })

  it.each([
    ['of an unknown kind', 'A'.repeat(10_000), 100],
    ['that is no base64', '?'.repeat(10_001), 101],
    ['without pixels', png(0, 0), Math.ceil(Math.sqrt(png(0, 0).length))],
    ['without data', undefined, 300],
    ['with data of another type', 7, 300],
  ])('%s is estimated by its length', (_name, data, tokens) => {
    expect(countImageTokens(image(data))).toBe(tokens)
  })

  it.each([
    [undefined, 300],
    [0, 0],
    [10_000, 100],
    [10_001, 101],
  ])('of %o base64 characters counts %o tokens in Roo', (length, tokens) => {
    expect(estimateImageTokens(length)).toBe(tokens)
  })
})
