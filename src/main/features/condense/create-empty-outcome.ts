import type { OutcomeSummary } from '../../../shared/condense/outcome-types.ts'

/** An outcome in which nothing happened to a history of so many tokens. */
export function createEmptyOutcome(tokens: number): OutcomeSummary {
  const stats = {
    originalTokens: tokens,
    finalTokens: tokens,
    reductionPercent: 0,
    costUsd: 0,
    durationMs: 0,
    modelCalls: 0,
    cacheHits: 0,
    operations: [],
  }
  return {
    status: 'unchanged',
    stats,
    passes: [],
    fidelity: null,
    validity: [],
    warnings: [],
    reason: '',
    error: null,
    attempts: [],
    events: [],
    trace: [],
  }
}
