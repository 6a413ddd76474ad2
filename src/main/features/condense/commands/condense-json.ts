import type { OutcomeSummary } from '../../../../shared/condense/outcome-types.ts'
import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { MessageDiff } from '../../../terminal/output/read-message-diffs.ts'
import { buildCostWarnings } from '../build-cost-warnings.ts'

/** `condense --json` of a run that was cancelled: what it did cost, for nothing else is left of it. */
export function buildCancelledJson(run: RunSummary): Readonly<Record<string, unknown>> {
  const { costUsd, modelCalls } = run.spent ?? { costUsd: 0, modelCalls: 0 }
  return {
    status: run.status,
    provider: run.providerId,
    preset: run.presetId,
    settings: run.settings,
    stats: { costUsd, modelCalls, durationMs: (run.finishedTs ?? run.startedTs) - run.startedTs },
    warnings: buildCostWarnings(run.spent, 0),
    model: run.model,
    prompt: run.prompt,
    runId: run.id,
    taskId: run.taskId,
  }
}

/** `condense --json`. The names are a promise to scripts; more may be added. */
export function condenseJson(
  run: RunSummary,
  outcome: OutcomeSummary,
  extra: { readonly messages?: readonly Message[]; readonly diff?: readonly MessageDiff[] },
): Readonly<Record<string, unknown>> {
  const {
    status,
    stats,
    passes,
    fidelity,
    validity,
    warnings,
    notes,
    reason,
    error,
    attempts,
    events,
    trace,
  } = outcome
  return {
    status,
    provider: run.providerId,
    preset: run.presetId,
    settings: run.settings,
    stats,
    passes,
    fidelity,
    validity,
    warnings,
    notes: notes ?? [],
    reason,
    error,
    model: run.model,
    prompt: run.prompt,
    attempts,
    events,
    trace,
    runId: run.id,
    taskId: run.taskId,
    ...extra,
  }
}
