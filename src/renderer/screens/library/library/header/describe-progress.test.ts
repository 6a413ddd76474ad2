import { describe, expect, it } from 'vitest'
import { describeProgress } from './describe-progress.ts'

describe('the progress of the background work', () => {
  it.each([
    [{ tasks: 1000, indexed: 412, surveyed: 410, failed: 0 }, '412 of 1,000 tasks read', 0.412],
    [{ tasks: 10, indexed: 8, surveyed: 4, failed: 2 }, '4 of 10 tasks counted, 2 cannot be counted', 0.6],
    [{ tasks: 10, indexed: 8, surveyed: 8, failed: 2 }, undefined, undefined],
    [{ tasks: 0, indexed: 0, surveyed: 0, failed: 0 }, undefined, undefined],
    [
      { tasks: 10, indexed: 7, surveyed: 9, failed: 0, passedOver: { index: 3, survey: 1, measure: 0 } },
      undefined,
      undefined,
    ],
    [
      { tasks: 10, indexed: 7, surveyed: 3, failed: 0, passedOver: { index: 3, survey: 4, measure: 0 } },
      '3 of 10 tasks counted, 4 cannot be counted',
      0.7,
    ],
  ])('of %j is said', (counts, text, share) => {
    const words = describeProgress({
      passedOver: { index: 0, survey: 0, measure: 0 },
      measured: 0,
      isPaused: false,
      ...counts,
      troubles: [],
      stalled: null,
      workingOn: null,
    })
    expect(words?.text).toBe(text)
    expect(words?.share).toBe(share)
  })
})
