import type { ExperimentPlan } from '../../../shared/domain/experiment.ts'
import { extractiveProfileId } from '../../../shared/domain/model-profile.ts'
import { findProvider } from '../../engine/registry.ts'
import type { Store } from '../../store/store.ts'
import type { ModelIdentities } from './cell-key.ts'

/** What the models are that an experiment may ask: those of its variants, those that settings name, and the judge. */
export async function modelIdentities(
  { profiles }: Pick<Store, 'profiles'>,
  { variants, file }: Pick<ExperimentPlan, 'variants' | 'file'>,
): Promise<ModelIdentities> {
  const ids = new Set([
    ...variants.flatMap(({ model }) => model?.profileId ?? []),
    ...variants.flatMap(({ providerId, settings }) => {
      const bound = findProvider(providerId)?.bind(settings)
      return bound?.ok === true ? bound.bound.profiles(findProvider) : []
    }),
    ...(file.judge === undefined ? [] : [file.judge.profile]),
  ])
  ids.delete(extractiveProfileId)
  const identities = new Map<string, string | null>()
  for (const id of ids) {
    const profile = await profiles.get(id)
    if (profile === null) continue
    const { vendor, baseUrl, api, model, windowTokens, maxOutputTokens, recording } = profile
    identities.set(
      id,
      JSON.stringify([vendor, baseUrl, api, model, windowTokens, maxOutputTokens, recording]),
    )
  }
  return identities
}
