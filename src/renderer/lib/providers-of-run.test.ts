import { describe, expect, it } from 'vitest'
import type { Attempt, OutcomeSummary } from '../../shared/domain/outcome.ts'
import { describeProviders } from './providers-of-run.ts'

const attempt = (providerId: string, status: Attempt['status']): Attempt => ({
  providerId,
  status,
  code: '',
  message: '',
  reductionPercent: 0,
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
    ['nobody', outcome('failed', [attempt('native', 'failed'), attempt('cut', 'failed')]), 'native'],
  ])('is %s', (_who, value, text) => {
    expect(describeProviders({ providerId: 'native', outcome: value })).toBe(text)
  })
})
