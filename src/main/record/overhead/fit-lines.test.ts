import { describe, expect, it } from 'vitest'
import { fitLines, type LinePoint } from './fit-lines.ts'

type Level = { readonly count: number; readonly level: number; readonly condensed?: number }

/** Points on lines with a slope of 1.5, 1,000 counted tokens apart; a condensation begins at 2,000 again. */
function makePoints(levels: readonly Level[]): LinePoint[] {
  let [x, before] = [2000, 0]
  return levels
    .flatMap(({ count, level, condensed = 0 }) =>
      Array.from({ length: count }, () => {
        x = condensed === before ? x + 1000 : 2000
        before = condensed
        return { x, y: level + 1.5 * x, group: 'm', condensed }
      }),
    )
    .map((point, requestIndex) => ({ ...point, requestIndex }))
}

const fitLevels = (levels: readonly Level[]) => fitLines(makePoints(levels))

describe('lines through the requests of a task', () => {
  it('begin anew at a condensation, however close their levels are', () => {
    const fit = fitLevels([
      { count: 8, level: 20_000 },
      { count: 8, level: 20_600, condensed: 1 },
    ])
    expect(fit?.stretches.map(({ intercept }) => Math.round(intercept))).toEqual([20_000, 20_600])
  })

  it('follow small steps that add up instead of leaving their points out', () => {
    const fit = fitLevels([
      { count: 90, level: 20_000 },
      { count: 40, level: 22_500 },
      { count: 150, level: 28_000 },
    ])
    expect(fit?.outliers).toEqual([])
    expect(fit?.slope).toBeCloseTo(1.5, 1)
  })

  it('never meet the axis below 0, nor above their smallest request', () => {
    const below = fitLevels([{ count: 12, level: -600 }])
    expect(below?.stretches[0]?.intercept).toBe(0)
    // The slope makes up for it.
    expect(below?.slope).toBeGreaterThan(1.4)
    const [first, ...others] = makePoints([{ count: 12, level: 20_000 }])
    const steep = others.map((point, at) => ({ ...point, y: 24_000 + 100 * at }))
    const above = fitLines([
      { x: 0, y: 23_500, group: 'm', requestIndex: first?.requestIndex ?? 0 },
      ...steep,
    ])
    expect(above?.stretches[0]?.intercept).toBeLessThanOrEqual(23_500)
  })
})
