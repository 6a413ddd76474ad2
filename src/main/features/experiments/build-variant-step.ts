import type { PlannedVariant } from '../../../shared/experiments/experiment-types.ts'
import { builtInOnly } from '../../kernel/condensing-prompts.ts'
import type { BoundMethod } from '../../kernel/method.ts'
import { findMethod } from '../../methods/methods.ts'
import type { RunInput } from '../condense/jobs/run-methods.ts'
import type { RunStep } from '../condense/plan-run.ts'
import { requireMethod } from '../methods/resolve-settings.ts'

/** A variant as a run of one step. */
export type VariantStep = {
  readonly step: RunStep
  readonly input: Pick<RunInput, 'steps' | 'targetTokens' | 'alerts' | 'flags' | 'prompts'>
  readonly bound: Pick<BoundMethod, 'keptEnds' | 'maxCostUsd'>
}

/** What of a run the variant alone decides. A problem where its provider is gone. */
export function buildVariantStep({ providerId, settings, targetTokens }: PlannedVariant): VariantStep {
  const provider = requireMethod(providerId)
  const bound = provider.bind(settings, findMethod)
  return {
    step: { provider, settings },
    input: {
      steps: [{ providerId, settings }],
      targetTokens,
      // What a policy would call too little or too dear is for the figures to show.
      alerts: { minimumGainPercent: 0, alertCostUsd: Infinity },
      flags: { isAutomatic: false, usedOwnHandler: true },
      // A variant is what its file says, on every machine.
      prompts: builtInOnly,
    },
    bound: bound.ok ? bound.bound : { keptEnds: { first: 0, last: 0 }, maxCostUsd: null },
  }
}
