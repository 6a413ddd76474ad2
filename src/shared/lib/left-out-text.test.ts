import { describe, expect, it } from 'vitest'
import { leftOutText } from './left-out-text.ts'

describe('what a replay leaves out', () => {
  it.each([
    [undefined, ''],
    [{ requests: 0, costUsd: 0, percent: 0 }, ''],
    [
      { requests: 26, costUsd: 2.4, percent: 96.9 },
      '26 of 27 requests are left out, with 96.9 % of the recorded cost: what they sent is not known.',
    ],
    [
      { requests: 1, costUsd: null, percent: null },
      '1 of 27 requests is left out: what it sent is not known.',
    ],
  ])('is said with its share of the money (%j)', (notReconstructable, text) => {
    expect(leftOutText({ notReconstructable, requests: 27 }).replace(/\s/gu, ' ')).toBe(text)
  })
})
