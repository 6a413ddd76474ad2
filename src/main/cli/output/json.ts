import type { OutcomeSummary } from '../../../shared/domain/outcome.ts'
import type { Message } from '../../../shared/domain/message.ts'
import type { RunSummary } from '../../../shared/domain/run.ts'
import type { MessageDiff } from '../message-diffs.ts'

/** Indented JSON with a line end, for people who read what machines get. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** `condense --json`. The names are a promise to scripts; more may be added. */
export function condenseJson(
  run: RunSummary,
  outcome: OutcomeSummary,
  extra: { readonly messages?: readonly Message[]; readonly diff?: readonly MessageDiff[] },
): Readonly<Record<string, unknown>> {
  const { status, stats, passes, fidelity, validity, warnings, reason, error, attempts, events, trace } =
    outcome
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
