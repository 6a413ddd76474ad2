import { describe, expect, it } from 'vitest'
import { splitLines, windowLines } from './window-lines.ts'

describe('the lines of the window', () => {
  it.each([
    [{ windowTokens: null, thresholdPercent: 50 }, []],
    [
      { windowTokens: 200_000, thresholdPercent: 75 },
      [
        ['threshold', 150_000],
        ['window', 200_000],
      ],
    ],
    [{ windowTokens: 200_000, thresholdPercent: 100 }, [['window', 200_000]]],
    [{ windowTokens: 1000, thresholdPercent: null }, [['window', 1000]]],
  ])('of %j are %j', (levels, expected) => {
    expect(windowLines(levels).map(({ id, tokens }) => [id, tokens])).toEqual(expected)
  })

  it('are named at the edge where they would press the data flat', () => {
    const lines = windowLines({ windowTokens: 200_000, thresholdPercent: 50 })
    const at = (peak: number) => splitLines(lines, peak).drawn.map(({ id }) => id)
    expect([at(10_000), at(60_000), at(150_000), at(0)]).toEqual([
      [],
      ['threshold'],
      ['threshold', 'window'],
      [],
    ])
    expect(splitLines(lines, 10_000).above).toEqual(lines)
  })
})
