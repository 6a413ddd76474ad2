import type { RunEstimate } from '../../../shared/domain/estimate.ts'
import type { TraceStep } from '../../../shared/domain/outcome.ts'

/** What each step would do: the decisions where the provider has some, else its passes, which are all taken. */
export function planSteps({ trace, passes }: Pick<RunEstimate, 'trace' | 'passes'>): readonly TraceStep[] {
  if (trace.length > 0) return trace
  return passes.map(({ label, tokensBefore, tokensAfter, operations }) => ({
    label,
    decision: 'taken',
    reason: Object.entries(operations)
      .map(([operation, parts]) => `${parts} ${operation}`)
      .join(', '),
    tokensBefore,
    tokensAfter,
    costUsd: 0,
  }))
}

/** Share of the original that a step takes away, in percent from 0 to 100. */
export function savedPercent(step: TraceStep, originalTokens: number): number {
  if (originalTokens <= 0) return 0
  return Math.min(100, Math.max(0, ((step.tokensBefore - step.tokensAfter) / originalTokens) * 100))
}
