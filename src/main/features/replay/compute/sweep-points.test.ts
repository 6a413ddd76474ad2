import { describe, expect, it } from 'vitest'
import { usualThresholds } from '../../../../shared/replay/sweep-types.ts'
import { sweepPoints } from './sweep-points.ts'

const sizes = (points: ReturnType<typeof sweepPoints>) =>
  points.map(({ thresholdTokens }) => thresholdTokens / 1000)

describe('points of a sweep', () => {
  it('are the sizes named and the shares of the window, each once', () => {
    expect(sizes(sweepPoints(usualThresholds, [200_000]))).toEqual([50, 75, 100, 120, 140, 150, 160, 180])
  })

  it('are played with the smallest window that holds them', () => {
    const points = sweepPoints([{ tokens: 150_000 }, { percent: 60 }], [1_000_000, 200_000])
    expect(points).toEqual([
      { thresholdTokens: 120_000, windowTokens: 200_000 },
      { thresholdTokens: 150_000, windowTokens: 200_000 },
      { thresholdTokens: 600_000, windowTokens: 1_000_000 },
    ])
  })

  it('leave out what is above every window', () => {
    expect(sizes(sweepPoints([{ tokens: 150_000 }, { tokens: 50_000 }], [128_000]))).toEqual([50])
  })
})
