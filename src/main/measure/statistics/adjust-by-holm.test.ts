import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adjustByHolm, adjustByTaroneHolm } from './adjust-by-holm.ts'

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
    for (const [index, adjusted] of adjustByHolm(values).entries()) {
      expect(Math.abs(adjusted - expected[index]!)).toBeLessThan(1e-12)
    }
    expect(adjustByHolm(values)).toHaveLength(expected.length)
  })

  it('lies between the values and their multiples by Bonferroni, in the same order', () => {
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(shares, (values) => {
        const adjusted = adjustByHolm(values)
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

describe('variants that can reach few p values', () => {
  const least = 2 / 2 ** 12
  const four = { ps: [least], least }

  it('are corrected by Holm where all of them could be called', () => {
    const variants = [0.001, 0.004, 0.5].map((p) => ({ ps: [p], least: 1e-6 }))
    expect(adjustByTaroneHolm(variants, 0.02)).toEqual({
      adjusted: [[0.003], [0.008], [0.5]],
      isCounted: [true, true, true],
    })
  })

  it('do not count where no signs could have brought them under the level', () => {
    const idle = Array.from({ length: 30 }, () => ({ ps: [1, 0.7], least: 0.5 }))
    const { adjusted, isCounted } = adjustByTaroneHolm([four, ...idle], 0.02)
    expect(isCounted.filter(Boolean)).toHaveLength(1)
    expect(adjusted[0]).toEqual(four.ps)
    expect(Math.min(...adjusted.slice(1).flat())).toBe(1)
  })

  it('stay above the level where they are left out', () => {
    const variants = Array.from({ length: 41 }, () => four)
    const { adjusted, isCounted } = adjustByTaroneHolm(variants, 0.02)
    expect(isCounted).not.toContain(true)
    expect(Math.min(...adjusted.flat())).toBeGreaterThan(0.02)
    expect(adjustByTaroneHolm(variants.slice(1), 0.02).isCounted).not.toContain(false)
  })

  it('are none where there is none', () => {
    expect(adjustByTaroneHolm([], 0.02)).toEqual({ adjusted: [], isCounted: [] })
  })

  it('of several comparisons count until the last of these is called', () => {
    const of = (...lists: (readonly number[])[]) =>
      adjustByTaroneHolm(
        lists.map((ps) => ({ ps, least: 1e-6 })),
        0.02,
      ).adjusted
    expect(of([0.001, 0.5], [0.012])).toEqual([[0.002, 0.5], [0.024]])
    expect(of([0.001, 0.002], [0.012])).toEqual([[0.002, 0.004], [0.012]])
    expect(of([0.001, 0.008], [0.012])).toEqual([[0.002, 0.016], [0.016]])
  })

  it('of one comparison each are corrected as by Holm', () => {
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(shares, (values) => {
        const { adjusted } = adjustByTaroneHolm(
          values.map((p) => ({ ps: [p], least: 0 })),
          0.02,
        )
        expect(adjusted.flat()).toEqual(adjustByHolm(values))
      }),
    )
  })
})
