import type { ModelProfile } from '../../shared/domain/model-profile.ts'
import { createSecretFinder } from '../llm/secrets/create-secret-finder.ts'
import { pieceLength } from '../llm/secrets/secret-pieces.ts'
import { checkProfile, warnAboutProfile } from './check-profile.ts'
import { findKey } from './find-key.ts'
import { findProfilePrices } from './find-profile-prices.ts'
import type { ModelService } from './model-service.ts'
import { openModel, type OpenDependencies, type PreparedProfile } from './open-model.ts'
import { checkRecording, openRecording } from './open-recording.ts'
import { testProfile } from './test-profile.ts'

export type ModelServiceDependencies = Omit<OpenDependencies, 'prepare' | 'calls'>

/** Builds the service over a store and a place for keys. */
export function createModelService(given: ModelServiceDependencies): ModelService {
  const prepare = (profile: ModelProfile): Promise<PreparedProfile> => prepareProfile(given, profile)
  const dependencies: OpenDependencies = { ...given, prepare, calls: new Map() }
  return {
    checkRecording: (profile) => checkRecording(given, profile),
    describe: async (profile) => (await prepare(profile)).state,
    open: async (profileId, scope) => {
      const profile = await given.store.profiles.get(profileId)
      if (profile === null) return { ok: false, obstacle: `There is no profile ${profileId}.` }
      const prepared = await prepare(profile)
      const { obstacle } = prepared.state
      if (obstacle !== '') return { ok: false, obstacle }
      const open = profile.vendor === 'recorded' ? openRecording : openModel
      return { ok: true, model: await open(dependencies, prepared, scope) }
    },
    test: (profile, signal = new AbortController().signal) => testProfile(dependencies, profile, signal),
  }
}

async function prepareProfile(
  { vault, environment, store }: ModelServiceDependencies,
  profile: ModelProfile,
): Promise<PreparedProfile> {
  const { prices, knownAs } = await findProfilePrices(profile)
  const { key, state, obstacle } = await findKey(profile, {
    vault,
    environment,
    permits: store.keyPermits,
  })
  const fault = checkProfile(profile)?.message ?? ''
  const { id, name, model, windowTokens, maxOutputTokens, supportsImages } = profile
  const named = `${name} (${model})`
  // People paste into the wrong field; what is short is no key, but a word that a local server wants in its place.
  const label = key === null || key.length < pieceLength ? named : createSecretFinder(key).clean(named)
  return {
    profile,
    key,
    info: { id, label, windowTokens, maxOutputTokens, supportsImages, prices, isExtractive: false },
    state: {
      key: state,
      prices,
      knownAs,
      obstacle: fault === '' ? obstacle : fault,
      warnings: warnAboutProfile(profile),
    },
  }
}
