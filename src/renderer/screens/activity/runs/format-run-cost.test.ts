import { describe, expect, it } from 'vitest'
import type { OutcomeSummary } from '../../../../shared/condense/outcome-types.ts'
import { formatRunCost } from './format-run-cost.ts'

const outcome = (costUsd: number, ...codes: readonly string[]): OutcomeSummary => ({
  status: 'condensed',
  stats: {
    originalTokens: 2,
    finalTokens: 1,
    reductionPercent: 50,
    costUsd,
    durationMs: 1,
    modelCalls: 1,
    cacheHits: 0,
    operations: [],
  },
  passes: [],
  fidelity: null,
  validity: [],
  warnings: codes.map((code) => ({ code, message: code })),
  reason: '',
  error: null,
  attempts: [],
  events: [],
  trace: [],
})

describe('the cost of a run', () => {
  it.each([
    [null, '–'],
    [outcome(0), '$0'],
    [outcome(0.02, 'low-reduction'), '$0.0200'],
    [outcome(0, 'price-unknown'), 'unknown'],
    [outcome(0.02, 'price-unknown'), '≥ $0.0200'],
    [outcome(0, 'cost-unknown'), 'unknown'],
    [outcome(0, 'arm-cost-unknown'), 'unknown'],
    [outcome(0.02, 'cost-unknown', 'cost-estimated'), '≥ $0.0200'],
    [outcome(0.02, 'cost-estimated'), '~$0.0200'],
  ])('is said for what it is: %#', (value, text) => {
    expect(formatRunCost({ outcome: value, status: 'condensed' })).toBe(text)
  })

  it('is estimated where a summary was extracted, and nothing was charged', () => {
    const value = outcome(0)
    const stats = { ...value.stats, estimatedCostUsd: 0.012 }
    expect(formatRunCost({ outcome: { ...value, stats }, status: 'condensed' })).toBe('$0.0120 estimated')
  })

  it.each([
    ['cancelled', undefined, '–'],
    ['cancelled', { costUsd: 0.02, unknownUsd: 0, modelCalls: 1 }, '$0.0200'],
    ['interrupted', { costUsd: 0.02, unknownUsd: 0.1, modelCalls: 2 }, '≥ $0.0200'],
    ['cancelled', { costUsd: 0, unknownUsd: 0.1, modelCalls: 1 }, 'unknown'],
    ['running', { costUsd: 0, unknownUsd: 0.1, modelCalls: 1 }, '–'],
  ] as const)('of one that %s with %j is %s', (status, spent, text) => {
    expect(formatRunCost({ outcome: null, status, spent })).toBe(text)
  })
})
