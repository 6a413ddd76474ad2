import { describe, expect, it } from 'vitest'
import { stripBands } from './strip-bands.ts'

const drawn = (sizes: readonly number[], rows: number): string =>
  stripBands(sizes, rows)
    .map((band) => `${band.item}:${band.start}-${band.end}`)
    .join(' ')

describe('laying items out over a strip', () => {
  it.each([
    [[1, 1], 4, '0:0-2 1:2-4'],
    [[1, 1, 1], 6, '0:0-2 1:2-4 2:4-6'],
    [[1, 9, 2, 3], 2, '1:0-1 3:1-2'],
    [[], 4, ''],
    [[1, 2], 0, ''],
  ])('gives the items %j over %d rows the bands %j', (sizes, rows, bands) => {
    expect(drawn(sizes, rows)).toBe(bands)
  })

  it('covers the strip without gaps and never leaves the largest out', () => {
    const sizes = Array.from({ length: 9999 }, (_, item) => (item === 5003 ? 100 : item % 7))
    const bands = stripBands(sizes, 500)
    expect(bands.at(0)?.start).toBe(0)
    expect(bands.at(-1)?.end).toBe(500)
    expect(bands.every((band, index) => index === 0 || band.start === bands[index - 1]?.end)).toBe(true)
    expect(bands.some((band) => band.item === 5003)).toBe(true)
  })
})
