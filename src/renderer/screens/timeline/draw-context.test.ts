import { describe, expect, it } from 'vitest'
import type { TimelinePoint } from '../../../shared/timeline/types.ts'
import { createSlotAxis } from '../../ui/plots/axes.ts'
import { drawContext } from './draw-context.ts'

const peak = 3333
const points = Array.from({ length: 6440 }, (_, messageIndex): TimelinePoint => {
  const tokens = messageIndex === peak ? 90_000 : 1000 + messageIndex
  return {
    messageIndex,
    ts: null,
    contextTokens: tokens,
    byKind: { 'tool-result': tokens },
    recordedTokens: messageIndex === 5000 ? 7 : null,
    cumulativeUsd: null,
  }
})

const draw = (from: number, to: number, width: number) =>
  drawContext({
    points,
    falls: [{ messageIndex: 4000, tokensBefore: 5000, tokensAfter: 300 }],
    range: { from, to },
    kinds: ['tool-result'],
    showRecorded: true,
    lines: [],
    axis: createSlotAxis({ from, to }, 76, width - 24),
    width,
    height: 400,
    foot: 0,
  })

describe('the context as it is drawn', () => {
  it('has no more steps than pixels, and its peak among them', () => {
    const { rows } = draw(0, 6439, 800)
    expect(rows.length).toBeLessThanOrEqual(703)
    expect(Math.max(...rows.map((row) => row['tool-result'] ?? 0))).toBe(90_000)
    const { x: start = 0 } = rows.find((row) => row['tool-result'] === 90_000) ?? {}
    expect(Math.abs(start - peak)).toBeLessThan(2 * (6440 / 700))
  })

  it('has every message where each has a pixel', () => {
    const { rows } = draw(3000, 3499, 800)
    expect(rows.map((row) => row['tool-result'])).toEqual([
      ...points.slice(3000, 3500).map(({ contextTokens }) => contextTokens),
      points[3499]?.contextTokens,
    ])
  })

  it('has every fall and every recorded request where they were', () => {
    const all = draw(0, 6439, 800)
    expect(all.falls).toEqual([{ x: 4000, from: 5000, to: 300 }])
    expect(all.recorded).toEqual([{ x: 5000, y: 7 }])
    expect(draw(0, 3999, 800).falls).toEqual([])
  })
})
