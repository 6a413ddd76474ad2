import { describe, expect, it } from 'vitest'
import type { Attempt, OutcomeSummary } from '../../shared/condense/outcome-types.ts'
import { describeProviders } from './find-run-providers.ts'

const attempt = (providerId: string, status: Attempt['status'], reductionPercent = 0): Attempt => ({
  providerId,
  status,
  code: '',
  message: '',
  reductionPercent,
  costUsd: 0,
})

const outcome = (status: OutcomeSummary['status'], attempts: readonly Attempt[]): OutcomeSummary => ({
  status,
  stats: {
    originalTokens: 0,
    finalTokens: 0,
    reductionPercent: 0,
    costUsd: 0,
    durationMs: 0,
    modelCalls: 0,
    cacheHits: 0,
    operations: [],
  },
  passes: [],
  fidelity: null,
  validity: [],
  warnings: [],
  reason: '',
  error: null,
  attempts: [...attempts],
  events: [],
  trace: [],
})

describe('who made a result', () => {
  it.each([
    ['nobody yet', null, 'native'],
    ['a run of an older version', outcome('condensed', []), 'native'],
    ['the provider itself', outcome('condensed', [attempt('native', 'condensed')]), 'native'],
    [
      'a fallback',
      outcome('condensed', [attempt('native', 'failed'), attempt('cut', 'insufficient')]),
      'native → cut',
    ],
    [
      'the best of those that were not enough',
      outcome('condensed', [
        attempt('native', 'insufficient', 5),
        attempt('cut', 'insufficient', 9),
        attempt('window', 'insufficient', 9),
      ]),
      'native → cut',
    ],
    [
      'the provider itself where no other did better',
      outcome('condensed', [attempt('native', 'insufficient', 9), attempt('cut', 'insufficient', 5)]),
      'native',
    ],
    ['nobody', outcome('failed', [attempt('native', 'failed'), attempt('cut', 'failed')]), 'native'],
  ])('is %s', (_who, value, text) => {
    expect(describeProviders({ providerId: 'native', outcome: value })).toBe(text)
  })
})
