import { describe, expect, it } from 'vitest'
import type { ContextStatus } from '../../../../shared/library/context-contract.ts'
import { drawDocument } from '../../../terminal/output/draw-document.ts'
import { buildCostReport } from '../../models/commands/cost.ts'
import { buildContextStatus } from './status.ts'

const formatContextStatus = (status: ContextStatus): string => drawDocument(buildContextStatus(status))
const formatCost = (report: Parameters<typeof buildCostReport>[0]): string =>
  drawDocument(buildCostReport(report))

const status = {
  contextTokens: 90_000,
  messages: 1234,
  window: 100_000,
  reserved: 8192,
  allowed: 81_808,
  percent: 90,
  threshold: 75,
  thresholdSource: 'global' as const,
  wouldCondense: true,
  wouldTruncate: true,
  reason: 'The context has reached the threshold.',
  trigger: { tokens: 75_000, action: 'condense', by: 'threshold' } as const,
  basis: 'recorded' as const,
  counter: 'full' as const,
  condensations: 1,
  lastCondensationTs: 0,
  warnings: ['Look here.'],
  calibration: null,
}

describe('status for people', () => {
  it('says where the context stands, what would happen and why', () => {
    const text = formatContextStatus(status)
    expect(text).toContain('90,000 of 100,000 tokens, 90.0 % (recorded)')
    expect(text).toContain('1, last 1970-01-01 00:00')
    expect(text).toContain('condenses, or slides the window if that fails')
    expect(text).toContain('Look here.')
    expect(text).toMatch(/^messages +1,234$/m)
    expect(text).not.toContain('calibration')
  })

  it('says on which scale counted tokens were put', () => {
    const calibration = { slope: 1.25, intercept: 38_000, r2: 0.9999, points: 7 }
    const text = formatContextStatus({ ...status, basis: 'calibrated', calibration })
    expect(text).toContain('90.0 % (calibrated)')
    expect(text).toMatch(/calibration +1\.250 x counted \+ 38,000, R² 0\.9999, 7 requests/)
    const below = formatContextStatus({ ...status, calibration: { ...calibration, intercept: -788 } })
    expect(below).toContain('1.250 x counted − 788,')
  })

  it.each([
    [true, false, /next request +condenses\n/],
    [false, true, /next request +slides the window\n/],
    [false, false, /next request +is sent unchanged\n/],
  ])('tells condensing %o and sliding %o apart', (wouldCondense, wouldTruncate, expected) => {
    expect(formatContextStatus({ ...status, wouldCondense, wouldTruncate })).toMatch(expected)
  })
})

describe('cost for people', () => {
  const parts = { cacheWrites: 0, cacheReads: 0, input: 0.03, output: 0 }
  const report = {
    costUsd: 0.03,
    parts,
    missing: [],
    model: 'm',
    knownAs: 'm-1',
    protocol: 'anthropic' as const,
    prices: { input: 3 },
  }

  it('names the model as it is priced, and prices that are not known', () => {
    expect(formatCost(report)).toContain('m, priced as m-1')
    expect(formatCost(report)).toMatch(/output +unknown/)
    expect(formatCost({ ...report, knownAs: null, missing: ['output'] })).toMatch(
      /not in the price list[\s\S]*no price for +output/,
    )
  })
})
