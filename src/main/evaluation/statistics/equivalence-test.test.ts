import { describe, expect, it } from 'vitest'
import { equivalenceP } from './equivalence-test.ts'

describe('two one-sided tests', () => {
  const clusters = { sums: [0.5, -0.2, 0.1, 0.4, -0.3, 0.2], counts: [1, 1, 1, 1, 1, 1] }

  it('have the p value of the nearer end of the margin', () => {
    // SciPy: max(ttest_1samp(x, -0.6, alternative='greater'), ttest_1samp(x, 0.6, alternative='less')).
    expect(equivalenceP(clusters, 0.6)).toBeCloseTo(0.006905447109619505, 12)
    expect(equivalenceP({ ...clusters, sums: clusters.sums.map((own) => -own) }, 0.6)).toBeCloseTo(
      0.006905447109619505,
      12,
    )
  })

  it('never show that a difference beyond the margin is none', () => {
    expect(equivalenceP(clusters, 0.05)).toBeGreaterThan(0.5)
    expect(equivalenceP(clusters, 0)).toBeGreaterThan(0.5)
  })

  it('take clusters that agree at their word', () => {
    expect(equivalenceP({ sums: [0, 0, 0], counts: [1, 2, 1] }, 0)).toBe(0)
    expect(equivalenceP({ sums: [1, 2, 1], counts: [1, 2, 1] }, 0.5)).toBe(1)
    expect(equivalenceP({ sums: [1], counts: [1] }, 2)).toBeNull()
  })
})
