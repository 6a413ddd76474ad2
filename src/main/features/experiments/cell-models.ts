import type { Warning } from '../../../shared/condense/outcome-types.ts'
import type { PlannedVariant } from '../../../shared/experiments/experiment-types.ts'
import type { LanguageModel, ModelInfo } from '../../kernel/language-model.ts'
import { BudgetFailure } from '../../platform/models/budget-failure.ts'
import type { CallScope, ModelService } from '../../platform/models/model-service.ts'
import type { ModelFinder } from '../../platform/workers/model-channel.ts'
import { chooseModel } from '../condense/choose-model.ts'
import { openNamedProfiles } from '../condense/open-named-profiles.ts'
import type { RunStep } from '../condense/plan-run.ts'

/** The models of one cell, and whether a limit of the experiment or of the day refused one of their calls. */
export type CellModels = {
  readonly model: ModelInfo | null
  readonly profileModels: Readonly<Record<string, ModelInfo | null>>
  readonly warnings: readonly Warning[]
  readonly find: ModelFinder
  /** The reason; null while there was none. */
  readonly refusal: () => string | null
}

/** Opens what a variant may ask. */
export async function openCellModels(
  models: ModelService,
  {
    step,
    variant,
    scope,
  }: { readonly step: RunStep; readonly variant: PlannedVariant; readonly scope: CallScope },
): Promise<CellModels> {
  const own =
    variant.model === null
      ? null
      : await chooseModel(models, {
          profileId: variant.model.profileId,
          roles: { main: null, condensing: null },
          scope,
        })
  const named = await openNamedProfiles(models, [step], scope)
  const { watch, refusal } = watchBudget()
  return {
    model: own?.model?.info ?? null,
    profileModels: named.infos,
    warnings: [...(own?.warnings ?? []), ...named.warnings],
    find: (profileId) =>
      watch(profileId === null ? (own?.model ?? null) : (named.models.get(profileId) ?? null)),
    refusal,
  }
}

/** Notes when a limit that is not the run's own refuses a call: whatever comes of that cell is not the variant's doing. */
export function watchBudget(): {
  readonly watch: (model: LanguageModel | null) => LanguageModel | null
  readonly refusal: () => string | null
} {
  let reason: string | null = null
  async function* complete(
    model: LanguageModel,
    request: Parameters<LanguageModel['complete']>[0],
  ): ReturnType<LanguageModel['complete']> {
    try {
      yield* model.complete(request)
    } catch (error) {
      if (error instanceof BudgetFailure && error.limitName !== 'run') reason ??= error.message
      throw error
    }
  }
  return {
    watch: (model) => (model === null ? null : { ...model, complete: (request) => complete(model, request) }),
    refusal: () => reason,
  }
}
