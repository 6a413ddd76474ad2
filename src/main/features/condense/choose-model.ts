import type { Warning } from '../../../shared/condense/outcome-types.ts'
import type { ProfileRoles } from '../../../shared/models/model-profile-types.ts'
import { extractiveProfileId } from '../../../shared/models/model-profile-types.ts'
import { ModelFailure, type LanguageModel } from '../../kernel/language-model.ts'
import type { CallScope, ModelService } from '../../platform/models/model-service.ts'

/** Who is asked for summaries. */
export type ModelChoice = {
  /** Null for the extractive model. */
  readonly model: LanguageModel | null
  readonly profileId: string
  readonly label: string
  /** The condensing role or the run itself named it, not the main role. */
  readonly isOwn: boolean
  readonly warnings: readonly Warning[]
  /** Why nobody can be asked; absent where somebody can. */
  readonly obstacle?: string
}

export type ModelRequest = {
  /** The profile that the run names, if it names one. */
  readonly profileId: string | undefined
  readonly roles: ProfileRoles
  readonly scope: CallScope
}

/**
 * The profile that a run names and no other; else the one with the condensing role; else the main one, with a
 * warning; where neither can be used, a model that fails with `handler-invalid`. With no role given to any profile,
 * the extractive model. `condensation.md` section 5.
 */
export async function chooseModel(models: ModelService, request: ModelRequest): Promise<ModelChoice> {
  const { profileId, roles, scope } = request
  if (profileId !== undefined) return openNamedModel(models, profileId, scope)
  if (roles.condensing === null && roles.main === null) return extractive
  const condensing = roles.condensing === null ? null : await models.open(roles.condensing, scope)
  if (roles.condensing !== null && condensing?.ok === true)
    return buildModelChoice(condensing.model, roles.condensing, true, [])
  const why =
    condensing === null || condensing.ok
      ? 'No profile has the condensing role.'
      : `The condensing profile ${roles.condensing} cannot be used: ${condensing.obstacle}`
  if (roles.main === null) return buildInvalidChoice(roles.condensing ?? '', why)
  const main = await models.open(roles.main, scope)
  if (!main.ok)
    return buildInvalidChoice(roles.main, `${why} Nor can the main profile ${roles.main}: ${main.obstacle}`)
  const message = `${why} The main profile ${roles.main} was asked.`
  return buildModelChoice(main.model, roles.main, false, [{ code: 'handler-fallback', message }])
}

const extractive: ModelChoice = {
  model: null,
  profileId: extractiveProfileId,
  label: 'Extractive (built in)',
  isOwn: false,
  warnings: [],
}

async function openNamedModel(
  models: ModelService,
  profileId: string,
  scope: CallScope,
): Promise<ModelChoice> {
  if (profileId === extractiveProfileId) return extractive
  const opened = await models.open(profileId, scope)
  // Another model in its place would cost money that nobody agreed to, and spoil a comparison.
  if (!opened.ok)
    return buildInvalidChoice(profileId, `The profile ${profileId} cannot be used: ${opened.obstacle}`)
  return buildModelChoice(opened.model, profileId, true, [])
}

function buildModelChoice(
  model: LanguageModel,
  profileId: string,
  isOwn: boolean,
  warnings: readonly Warning[],
): ModelChoice {
  return { model, profileId, label: model.info.label, isOwn, warnings }
}

/** A model that answers every question with the reason why there is none. */
function buildInvalidChoice(profileId: string, message: string): ModelChoice {
  const model: LanguageModel = {
    info: {
      id: profileId,
      label: 'No usable model',
      windowTokens: 1_000_000_000,
      maxOutputTokens: 8192,
      supportsImages: false,
      prices: {},
      isExtractive: false,
    },
    // The generator fails before it has anything to give.
    // oxlint-disable-next-line require-yield
    async *complete() {
      await Promise.resolve()
      throw new ModelFailure('handler-invalid', message)
    },
  }
  return { model, profileId, label: model.info.label, isOwn: false, warnings: [], obstacle: message }
}
