import type { OutcomeSummary } from '../../../../../shared/condense/outcome-types.ts'
import { runSummarySchema, type RunSummary } from '../../../../../shared/condense/run-types.ts'

/** What attempts have in common. */
export const attempt = { code: '', message: '', reductionPercent: 0, costUsd: 0 }
/** An outcome of one pass. */
export const outcome: OutcomeSummary = {
  status: 'condensed',
  stats: {
    originalTokens: 10_000,
    finalTokens: 4000,
    reductionPercent: 60,
    costUsd: 0.25,
    durationMs: 1500,
    modelCalls: 2,
    cacheHits: 0,
    operations: [{ operation: 'dropped', parts: 3, tokensSaved: 6000 }],
  },
  passes: [
    {
      id: 'p',
      label: 'Cut',
      tokensBefore: 10_000,
      tokensAfter: 4000,
      durationMs: 20,
      operations: { dropped: 3 },
    },
  ],
  fidelity: null,
  validity: [],
  warnings: [],
  reason: '',
  error: null,
  attempts: [],
  events: [],
  trace: [],
}
/** A run with this outcome. */
export const run: RunSummary = runSummarySchema.parse({
  id: 'r',
  taskId: 't',
  taskTitle: 'Task',
  providerId: 'native',
  presetId: null,
  settings: {},
  targetTokens: null,
  model: null,
  prompt: null,
  isAutomatic: false,
  status: 'condensed',
  startedTs: 0,
  finishedTs: 1,
  outcome,
})
