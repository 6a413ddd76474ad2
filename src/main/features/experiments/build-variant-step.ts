import type { PlannedVariant } from '../../../shared/experiments/experiment-types.ts'
import { builtInOnly } from '../../kernel/condensing-prompts.ts'
import type { BoundProvider } from '../../kernel/provider.ts'
import { findProvider } from '../../methods/registry.ts'
import type { RunInput } from '../condense/jobs/run-provider.ts'
import type { RunStep } from '../condense/plan-run.ts'
import { requireProvider } from '../methods/resolve-settings.ts'

/** A variant as a run of one step. */
export type VariantStep = {
  readonly step: RunStep
  readonly input: Pick<RunInput, 'steps' | 'targetTokens' | 'alerts' | 'flags' | 'prompts'>
  readonly bound: Pick<BoundProvider, 'keptEnds' | 'maxCostUsd'>
}

/** What of a run the variant alone decides. A problem where its provider is gone. */
export function buildVariantStep({ providerId, settings, targetTokens }: PlannedVariant): VariantStep {
  const provider = requireProvider(providerId)
  const bound = provider.bind(settings, findProvider)
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
