import type { PlannedVariant } from '../../../shared/experiments/experiment-types.ts'
import { builtInOnly } from '../../kernel/condensing-prompts.ts'
import type { KeptEnds } from '../../kernel/method.ts'
import { restoreMethod } from '../../methods/restore-method.ts'
import type { CallScope, ModelService } from '../../platform/models/model-service.ts'
import type { ModelFinder } from '../../platform/workers/questions.ts'
import { chooseModel } from '../condense/choose-model.ts'
import type { RunInput } from '../condense/jobs/run-methods.ts'
import { openNamedProfiles } from '../condense/open-named-profiles.ts'
import { watchBudget } from './watch-budget.ts'

/** A variant as the job of a cell takes it, with the models that it asks. */
export type OpenedVariant = {
  /** All of a run but its history. */
  readonly input: Omit<RunInput, 'source' | 'taskModel'>
  readonly keptEnds: KeptEnds
  readonly find: ModelFinder
  /** Why a limit of the experiment or of the day refused a call; null while none did. */
  readonly refusal: () => string | null
}

/** Opens what a variant runs and asks. Throws where its method is gone, or its settings no longer fit. */
export async function openVariant(
  models: ModelService,
  { providerId, settings, targetTokens, model }: PlannedVariant,
  scope: Omit<CallScope, 'maxRunUsd'>,
): Promise<OpenedVariant> {
  const method = restoreMethod({ providerId, settings })
  const ownScope = { ...scope, maxRunUsd: method.maxCostUsd }
  const roles = { main: null, condensing: null }
  const own =
    model === null ? null : await chooseModel(models, { profileId: model.profileId, roles, scope: ownScope })
  const named = await openNamedProfiles(models, [method], ownScope)
  const { watch, refusal } = watchBudget()
  return {
    input: {
      steps: [{ providerId, settings }],
      targetTokens,
      // What a policy would call too little or too dear is for the figures to show.
      alerts: { minimumGainPercent: 0, alertCostUsd: Infinity },
      flags: { isAutomatic: false, usedOwnHandler: true },
      // A variant is what its file says, on every machine.
      prompts: builtInOnly,
      model: own?.model?.info ?? null,
      profileModels: named.infos,
      pins: [],
      modelWarnings: [...(own?.warnings ?? []), ...named.warnings],
      prepared: null,
    },
    keptEnds: method.keptEnds,
    find: (profileId) =>
      watch(profileId === null ? (own?.model ?? null) : (named.models.get(profileId) ?? null)),
    refusal,
  }
}
