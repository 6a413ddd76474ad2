import type { OutcomeSummary } from '../../../shared/condense/outcome-types.ts'
import { describeError } from '../../../shared/kernel/describe-error.ts'

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

/** What comes of a worker that died or threw: a bug of ours, kept with the run or the cell so that it can be reported. */
export function createCrashedOutcome(error: unknown): OutcomeSummary {
  const message = describeError(error)
  return { ...createEmptyOutcome(0), status: 'failed', error: { code: 'worker-failed', message } }
}
