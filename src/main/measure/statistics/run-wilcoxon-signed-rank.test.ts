import { describe, expect, it } from 'vitest'
import { rankBiserial } from './compare-family.ts'
import { computeSignedRanks } from './compute-signed-ranks.ts'
import { runWilcoxonSignedRank } from './run-wilcoxon-signed-rank.ts'

/** Hamilton depression scale before and after (Hollander and Wolfe, 1973, p. 29; the example of R's wilcox.test). */
const before = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3]
const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
const depression = before.map((score, index) => score - after[index]!)

/** Darwin's maize in eighths of an inch (Fisher, The Design of Experiments, table 3; the example of SciPy). */
const darwin = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]

const tied = [1, 1, -1, 2, 2, 3, -3, 4, 0, 0, 5, -2]

const thirty = [
  0.5031, -0.1633, 0.4273, -0.8872, -0.2793, 0.1038, 1.1988, 1.4452, -1.0235, -0.4946, 0.9469, -1.6924,
  -0.1632, 0.2027, 1.557, 0.9894, -0.0272, -0.0686, 0.0498, 1.8235, -0.128, -0.0037, 0.6526, 0.1792, 0.1027,
  -0.8141, 0.2885, -0.1436, 1.4661, 0.9531,
]

/** 70 differences, 15 of them zero, with many ties. */
const seventy = [
  1, 3, 3, 0, 0, 0, 2, 1, 2, -3, 4, 1, 2, 0, 0, 2, 2, 0, 0, 2, -1, -2, 1, -1, -3, -1, 0, -2, -2, 1, 2, 0, -1,
  1, 2, 0, 2, 3, 0, -1, 1, 1, 3, -2, -1, -1, -3, 1, 2, -1, 3, 2, 2, 2, 3, -2, 2, 2, -3, 1, 0, 2, 0, 1, 1, -1,
  2, 0, 2, 0,
]

describe('the Wilcoxon signed-rank test', () => {
  // References: SciPy 1.17 `wilcoxon`, method 'exact' or 'approx' with correction=True, zero_method='pratt'; with ties
  // PermutationMethod over all patterns. R gives V = 40 and a one-sided p of 0.01953 for the depression scale.
  it.each<[string, readonly number[], 'automatic' | 'normal', string, number, number]>([
    ['the depression scale', depression, 'automatic', 'exact', 40, 0.0390625],
    ['the depression scale', depression, 'normal', 'normal', 40, 0.04401098401295143],
    ["Darwin's maize", darwin, 'automatic', 'exact', 96, 0.041259765625],
    ["Darwin's maize", darwin, 'normal', 'normal', 96, 0.043772323763041174],
    ['ties and zeros', tied, 'automatic', 'exact', 54.5, 0.205078125],
    ['ties and zeros', tied, 'normal', 'normal', 54.5, 0.1922573527503768],
    ['thirty values', thirty, 'automatic', 'exact', 303, 0.15188691951334476],
    ['thirty values', thirty, 'normal', 'normal', 303, 0.14992858865958403],
    ['seventy values with ties and zeros', seventy, 'automatic', 'normal', 1633, 0.007603312824964581],
  ])('of %s, %s', (_name, differences, asked, method, rankSum, p) => {
    const test = runWilcoxonSignedRank(differences, asked)
    expect(test.method).toBe(method)
    expect(test.positiveRankSum).toBe(rankSum)
    expect(Math.abs(test.p - p)).toBeLessThan(1e-12)
  })

  it.each<[string, readonly number[], number]>([
    ['nothing', [], 1],
    ['zeros', [0, 0, 0], 1],
    ['one difference', [2], 1],
    ['six that agree', [1, 2, 3, 4, 5, 6], 2 / 64],
    ['two that cancel out', [1, -1], 1],
  ])('of %s', (_name, differences, p) => {
    expect(runWilcoxonSignedRank(differences).p).toBe(p)
    expect(runWilcoxonSignedRank(differences, 'normal').p).toBeLessThanOrEqual(1)
  })

  it('is exact up to 50 differences of other than zero', () => {
    const differences = Array.from({ length: 51 }, (_, index) => index + 1)
    expect(runWilcoxonSignedRank(differences.slice(1)).method).toBe('exact')
    expect(runWilcoxonSignedRank([0, ...differences.slice(1)]).method).toBe('exact')
    expect(runWilcoxonSignedRank(differences).method).toBe('normal')
  })
})

describe('signed ranks', () => {
  it('share the middle rank among ties and count zeros as the lowest', () => {
    expect(computeSignedRanks([0, 3, -1, 1, 0, -2])).toEqual({
      positive: [3.5, 6],
      negative: [3.5, 5],
      zeroCount: 2,
    })
  })

  it('take sizes that differ by rounding for ties', () => {
    expect(computeSignedRanks([0.9 - 0.8, 0.7 - 0.8]).positive).toEqual([1.5])
  })

  it('take what is left of a cancelled sum for zero', () => {
    expect(computeSignedRanks([0.1 + 0.2 - 0.3, 1]).zeroCount).toBe(1)
  })
})

describe('the effect size', () => {
  it.each<[string, readonly number[], number | null]>([
    ["Darwin's maize, (96 − 24) / 120", darwin, 0.6],
    ['one of four against, (7 − 3) / 10', [1, 2, -3, 4], 0.4],
    ['all the same way', [1, 1, 1], 1],
    ['all the other way', [-1, -2, -3], -1],
    ['no difference', [0, 0], 0],
    ['one task of ten', [1, 0, 0, 0, 0, 0, 0, 0, 0, 0], 10 / 55],
    ['nothing', [], null],
  ])('of %s', (_name, differences, expected) => {
    expect(rankBiserial(differences)).toBe(expected)
  })
})
