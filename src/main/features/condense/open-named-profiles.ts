import type { Warning } from '../../../shared/condense/outcome-types.ts'
import { extractiveProfileId } from '../../../shared/models/model-profile-types.ts'
import type { LanguageModel, ModelInfo } from '../../kernel/language-model.ts'
import type { ResolvedMethod } from '../../kernel/method.ts'
import type { CallScope, ModelService } from '../../platform/models/model-service.ts'

/** Whom a run may ask: the model that was chosen for it, and those of profiles that settings name. */
export type RunModels = {
  readonly run: LanguageModel | null
  readonly profiles: ReadonlyMap<string, LanguageModel>
}

/**
 * Opens the profiles that settings name. One that cannot be used is replaced by the model of the run, with a warning:
 * presets travel between people, whose profiles have names of their own.
 */
export async function openNamedProfiles(
  service: ModelService,
  steps: readonly ResolvedMethod[],
  scope: CallScope,
): Promise<{
  readonly models: RunModels['profiles']
  /** Null for the extractive model. */
  readonly infos: Readonly<Record<string, ModelInfo | null>>
  readonly warnings: readonly Warning[]
}> {
  const models = new Map<string, LanguageModel>()
  const infos: Record<string, ModelInfo | null> = {}
  const warnings: Warning[] = []
  for (const profileId of new Set(steps.flatMap(({ profiles }) => profiles))) {
    if (profileId === extractiveProfileId) {
      infos[profileId] = null
      continue
    }
    const opened = await service.open(profileId, scope)
    if (opened.ok) {
      models.set(profileId, opened.model)
      infos[profileId] = opened.model.info
      continue
    }
    const message = `The profile ${profileId} that the settings name cannot be used: ${opened.obstacle} The model of the run takes its place.`
    warnings.push({ code: 'profile-missing', message })
  }
  return { models, infos, warnings }
}
