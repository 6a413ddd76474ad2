import { describe, expect, it } from 'vitest'
import { runMcNemarTest } from './run-mc-nemar-test.ts'

describe("McNemar's test", () => {
  // References: SciPy 1.17, `binomtest` and `chi2.sf` of Edwards' statistic. 86 and 150 are those who changed their
  // mind on the prime minister (Agresti, Categorical Data Analysis, 1990, p. 350).
  it.each<[number, number, 'exact' | 'chi-square', number]>([
    [1, 8, 'exact', 0.0390625],
    [10, 14, 'exact', 0.5412561893463135],
    [16, 6, 'exact', 0.052478790283203125],
    [10, 15, 'chi-square', 0.4237107971667936],
    [86, 150, 'chi-square', 4.114562281345944e-5],
    [0, 0, 'exact', 1],
    [3, 3, 'exact', 1],
    [20, 20, 'chi-square', 1],
    [0, 5, 'exact', 0.0625],
  ])('of %i gained and %i lost', (gained, lost, method, p) => {
    const test = runMcNemarTest(gained, lost)
    expect(test.method).toBe(method)
    expect(Math.abs(test.p - p)).toBeLessThan(1e-12)
  })

  it('does not care which way the change went', () => {
    expect(runMcNemarTest(3, 9).p).toBe(runMcNemarTest(9, 3).p)
    expect(runMcNemarTest(40, 60).p).toBe(runMcNemarTest(60, 40).p)
  })
})
