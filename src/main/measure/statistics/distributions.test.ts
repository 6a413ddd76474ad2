import { describe, expect, it } from 'vitest'
import { computeNormalTail, computeStudentQuantile, computeStudentTail } from './distributions.ts'

/** Difference as a share of what is expected. */
function relativeError(actual: number, expected: number): number {
  return Math.abs(actual / expected - 1)
}

// Both tables were computed with mpmath at 40 digits, from erfc and from the incomplete beta function.

describe('the tail of the normal distribution', () => {
  it.each([
    [0, 0.5],
    [0.5, 0.3085375387259869],
    [1, 0.15865525393145705],
    [1.959963984540054, 0.025000000000000015],
    [2.999, 0.0013543365337271066],
    [3, 0.0013498980316300946],
    [3.5, 0.00023262907903552504],
    [5, 2.866515718791939e-7],
    [8, 6.220960574271784e-16],
    [12, 1.776482112077679e-33],
  ])('beyond %d is %d', (z, expected) => {
    expect(relativeError(computeNormalTail(z), expected)).toBeLessThan(1e-12)
    expect(computeNormalTail(-z)).toBeCloseTo(1 - expected, 14)
  })
})

describe("a quantile of Student's t", () => {
  it.each([
    [0.975, 1, 12.7062047361747],
    [0.975, 2, 4.302652729749464],
    [0.975, 3, 3.18244630528371],
    [0.975, 4, 2.776445105197794],
    [0.8, 5, 0.919543780240826],
    [0.975, 10, 2.228138851986275],
    [0.99, 11, 2.718079183813862],
    [0.995, 33, 2.733276642350836],
    [0.975, 120, 1.979930405082441],
    [0.9, 999, 1.282399570037397],
    [0.975, 2000, 1.961150826099438],
  ])('at %d with %i degrees is %d', (chance, degrees, expected) => {
    expect(relativeError(computeStudentQuantile(chance, degrees), expected)).toBeLessThan(1e-11)
  })

  it('stays as at 2,000 degrees beyond them', () => {
    expect(computeStudentQuantile(0.975, 50_000)).toBe(computeStudentQuantile(0.975, 2000))
  })
})

describe("a tail of Student's t", () => {
  // Degrees of 1 and 2 have closed forms: 1/2 − atan(t)/π, and (1 − t/√(t² + 2))/2.
  it.each([
    [1, 1, 0.25],
    [-1, 1, 0.75],
    [2, 2, (1 - 2 / Math.sqrt(6)) / 2],
    [-2, 2, (1 + 2 / Math.sqrt(6)) / 2],
    [0, 7, 0.5],
  ])('beyond %d with %i degrees is %d', (t, degrees, expected) => {
    expect(computeStudentTail(t, degrees)).toBeCloseTo(expected, 12)
  })

  it('is what a quantile leaves', () => {
    expect(computeStudentTail(computeStudentQuantile(0.975, 9), 9)).toBeCloseTo(0.025, 12)
    expect(computeStudentTail(3, 50_000)).toBe(computeStudentTail(3, 2000))
  })
})
