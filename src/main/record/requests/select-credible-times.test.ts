import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { selectCredibleTimes } from './select-credible-times.ts'

describe('times that follow their order', () => {
  it.each([
    ['are all kept', [1, null, 2, 2, 5], [1, null, 2, 2, 5]],
    ['are kept without the one that lies far ahead', [1, 2, 900, 3, 4], [1, 2, null, 3, 4]],
    ['are kept without the one that lies far back', [5, 6, 1, 7], [5, 6, null, 7]],
    ['are those of the longer part where a clock was set back', [50, 60, 1, 2, 3], [null, null, 1, 2, 3]],
    ['are the earlier ones of two rows of one length', [9, 4, 25], [9, null, 25]],
    ['are none of none', [null, null], [null, null]],
  ])('%s', (_name, times, expected) => {
    expect(selectCredibleTimes(times)).toEqual(expected)
  })

  it('never go back, and no longer row of them does not', () => {
    const times = fc.array(fc.option(fc.integer({ min: 0, max: 9 })), { maxLength: 9 })
    fc.assert(
      fc.property(times, (own) => {
        const kept = selectCredibleTimes(own).filter((ts) => ts !== null)
        expect(kept).toEqual(kept.toSorted((a, b) => a - b))
        expect(kept.length).toBe(longestRow(own.filter((ts) => ts !== null)))
      }),
    )
  })
})

/** By trying all rows. */
function longestRow(times: readonly number[]): number {
  let most = 0
  for (let choice = 0; choice < 2 ** times.length; choice += 1) {
    const row = times.filter((_, at) => (choice >> at) % 2 === 1)
    if (row.every((ts, at) => at === 0 || ts >= (row[at - 1] ?? 0))) most = Math.max(most, row.length)
  }
  return most
}
