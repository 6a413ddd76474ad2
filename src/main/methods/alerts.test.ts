import { describe, expect, it } from 'vitest'
import type { Stats } from '../../shared/condense/outcome-types.ts'
import { buildCostWarnings, buildSizeWarnings } from './alerts.ts'

const alerts = { minimumGainPercent: 20, alertCostUsd: 0.1 }
const stats = (reductionPercent: number): Stats => ({
  originalTokens: 1000,
  finalTokens: 1000 - reductionPercent * 10,
  reductionPercent,
  costUsd: 0,
  durationMs: 0,
  modelCalls: 0,
  cacheHits: 0,
  operations: [],
})

describe('a result', () => {
  it.each([
    ['saves exactly 20 %', 20, null, []],
    ['saves a little less', 19.9, null, ['low-reduction']],
    ['saves nothing', 0, null, ['low-reduction']],
    ['reaches its target exactly', 50, 500, []],
    ['misses it by one token', 50, 499, ['target-missed']],
    ['saves too little and misses its target', 10, 500, ['low-reduction', 'target-missed']],
  ])('that %s', (_name, reductionPercent, target, codes) => {
    expect(buildSizeWarnings(stats(reductionPercent), target, alerts).map(({ code }) => code)).toEqual(codes)
  })

  it('says by how much, and what was wanted', () => {
    const [low, missed] = buildSizeWarnings(stats(10), 500, alerts)
    expect(low?.message).toContain('Saves 10.0 %, less than the 20 %')
    expect(missed?.message).toBe('The target of 500 tokens was not reached: 900 are left.')
  })
})

describe('a cost', () => {
  it.each([
    [0, []],
    [0.0999, []],
    [0.1, []],
    [0.1001, ['cost-above-limit']],
  ])('of $%d', (costUsd, codes) => {
    expect(buildCostWarnings(costUsd, alerts).map(({ code }) => code)).toEqual(codes)
  })

  it('of any amount is reported where the policy says 0', () => {
    expect(buildCostWarnings(0.0001, { ...alerts, alertCostUsd: 0 })).toHaveLength(1)
    expect(buildCostWarnings(0, { ...alerts, alertCostUsd: 0 })).toEqual([])
    const [tiny] = buildCostWarnings(0.02, { ...alerts, alertCostUsd: 0.0001 })
    expect(tiny?.message).toBe('Cost $0.0200, more than the alert limit of $0.0001.')
  })
})
