import type { OutcomeSummary } from '../../../shared/condense/outcome-types.ts'

/** The decisions of a strategy itself, without those of its steps: what, how, and why. */
export function listOwnDecisions({ trace }: OutcomeSummary): readonly (readonly [string, string, string])[] {
  return trace
    .filter(({ label }) => !label.includes(': '))
    .map(({ label, decision, reason }) => [label, decision, reason] as const)
}
