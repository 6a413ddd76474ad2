import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holmCorrection } from './holm-correction.ts'

describe("Holm's correction", () => {
  it.each<[string, readonly number[], readonly number[]]>([
    // The worked example of the Wikipedia article on the Holm–Bonferroni method; so does R's p.adjust.
    ['the textbook example', [0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]],
    ['one value', [0.04], [0.04]],
    ['values that would pass 1', [0.6, 0.7, 0.02], [1, 1, 0.06]],
    ['ties', [0.02, 0.02, 0.02], [0.06, 0.06, 0.06]],
    // 5 · 0.001, 4 · 0.008, 3 · 0.039, then 2 · 0.041 and 0.06 raised to what stands before them.
    ['a value that may not fall', [0.041, 0.06, 0.001, 0.039, 0.008], [0.117, 0.117, 0.005, 0.117, 0.032]],
    ['none', [], []],
  ])('of %s', (_name, values, expected) => {
    for (const [index, adjusted] of holmCorrection(values).entries()) {
      expect(Math.abs(adjusted - expected[index]!)).toBeLessThan(1e-12)
    }
    expect(holmCorrection(values)).toHaveLength(expected.length)
  })

  it('lies between the values and their multiples by Bonferroni, in the same order', () => {
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(shares, (values) => {
        const adjusted = holmCorrection(values)
        for (const [index, value] of values.entries()) {
          expect(adjusted[index]).toBeGreaterThanOrEqual(value)
          expect(adjusted[index]).toBeLessThanOrEqual(Math.min(1, value * values.length))
        }
        const inOrder = values.map((value, index) => [value, adjusted[index]!] as const)
        const rising = inOrder.toSorted(([one], [other]) => one - other).map(([, last]) => last)
        expect(rising).toEqual(rising.toSorted((one, other) => one - other))
      }),
    )
  })
})
