import type { ExperimentFile, Variant } from '../../../shared/experiments/experiment-file-types.ts'
import type { PlannedVariant, PlanNote } from '../../../shared/experiments/experiment-types.ts'
import { append } from '../../../shared/kernel/append.ts'
import type { PresetEntry } from '../../../shared/methods/preset-entry-types.ts'
import { extractiveProfileId } from '../../../shared/models/model-profile-types.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { requireProfile } from '../common/require-stored.ts'
import { findMethodVersion } from '../condense/prepare-run.ts'
import { resolveWrittenMethod } from '../methods/resolve-method.ts'
import { findRefusedKey } from '../replay/find-refused-key.ts'
import type { FaultCollector } from './plan-fault.ts'
import { resolveVariantPrompt } from './resolve-variant-prompt.ts'

type ProfileServices = Pick<CoreServices, 'store' | 'models'>
export type VariantServices = Pick<CoreServices, 'store' | 'models' | 'arms' | 'access'>

/** A model that a variant asks. */
type VariantModel = {
  readonly profileId: string
  readonly label: string
  /** False for the built-in summariser, which works in the thread of the run. */
  readonly isRemote: boolean
  /** Whether it may answer the same question in two ways. */
  readonly varies: boolean
}

/** A variant, and whether it may give one result now and another one later. */
export type VariedVariant = { readonly variant: PlannedVariant; readonly varies: boolean }

type VariantContext = {
  readonly services: VariantServices
  readonly ownPresets: readonly PresetEntry[]
  readonly basePath: string | undefined
  readonly repeats: number
  readonly faults: FaultCollector
  /** Takes what is said of variants. */
  readonly notes: PlanNote[]
  /** Where the variant stands in the file. */
  readonly at: readonly (string | number)[]
}

/** The variants of a file, resolved; those with a fault are left out, and every fault is noted. */
export async function planVariants(
  services: VariantServices,
  { variants, repeats }: Pick<ExperimentFile, 'variants' | 'repeats'>,
  noted: Pick<VariantContext, 'basePath' | 'faults' | 'notes'>,
): Promise<VariedVariant[]> {
  const ownPresets = await services.store.presets.list()
  const varied: VariedVariant[] = []
  for (const [index, variant] of variants.entries()) {
    const context = { ...noted, services, ownPresets, repeats, at: ['variants', index] }
    const planned = await planVariant(variant, context)
    if (planned !== null) varied.push(planned)
  }
  return varied
}

/** Null where it has a fault; all of them are noted. */
async function planVariant(variant: Variant, context: VariantContext): Promise<VariedVariant | null> {
  const { services, basePath, ownPresets, repeats, faults, at } = context
  const refusedAt = [...at, findRefusedKey(variant)]
  const found = await faults.try(refusedAt, async () => resolveWrittenMethod(variant, ownPresets))
  if (found === null) return null
  const { profileId = extractiveProfileId, presetId } = found
  append(
    context.notes,
    found.notes.map(({ message }) => ({ where: variant.id, message })),
  )
  const { prompt: wanted } = variant
  const prompt =
    wanted === undefined
      ? { method: found.method, reference: null }
      : await faults.try([...at, 'prompt'], () =>
          resolveVariantPrompt(services, wanted, found.method, basePath),
        )
  const method = prompt?.method ?? found.method
  const own = method.mayAskModel
    ? await faults.try([...at, 'profile'], () => requireVariantModel(services, profileId))
    : null
  if (prompt === null || (method.mayAskModel && own === null)) return null
  const { id: providerId, capabilities } = method.method
  const varies =
    own?.varies === true ||
    (capabilities.usesModel && method.profiles.some((named) => named !== extractiveProfileId)) ||
    services.arms.mayVary(providerId, method.settings)
  const planned = {
    id: variant.id,
    label: variant.label ?? variant.id,
    providerId,
    providerVersion: await findMethodVersion(services.arms, method),
    presetId,
    settings: method.settings,
    targetTokens: variant.target ?? null,
    prompt: prompt.reference,
    model: own === null ? null : { profileId: own.profileId, label: own.label, isRemote: own.isRemote },
    pinConstraints: variant.pinConstraints ?? false,
    repeats: varies ? repeats : 1,
  }
  return { variant: planned, varies }
}

/** The profile of a variant. A problem where it could not be asked: every cell would fail for the same reason. */
export async function requireVariantModel(
  services: ProfileServices,
  profileId: string,
): Promise<VariantModel> {
  if (profileId === extractiveProfileId)
    return { profileId, label: 'Extractive (built in)', isRemote: false, varies: false }
  const profile = await requireProfile(services.store, profileId)
  const { obstacle } = await services.models.describe(profile)
  if (obstacle !== '') throw createUnusableProblem(profileId, obstacle)
  return { profileId, label: profile.name, isRemote: true, varies: profile.vendor !== 'recorded' }
}

/** The problem of a profile that cannot be asked; `obstacle` says what to do. */
export function createUnusableProblem(profileId: string, obstacle: string): Problem {
  return new Problem({
    code: 'bad-input',
    message: `The profile ${profileId} cannot be used`,
    where: profileId,
    hint: obstacle,
  })
}
