import { basename } from 'node:path'
import { isLocal, type ModelProfile, type ProfileRoles } from '../../../shared/models/model-profile-types.ts'
import type { ProfileView } from '../../../shared/models/profiles-contract.ts'
import {
  allowServer,
  noteServer,
  explainRefusal,
  refuseVariable,
} from '../../platform/models/check-key-variable.ts'
import { checkProfile } from '../../platform/models/check-profile.ts'
import { readKeyOrigin } from '../../platform/models/key-vendors.ts'
import { buildKeyName, describeKeyFault } from '../../platform/models/keys.ts'
import { readRoles, writeRoles } from '../../platform/models/stored-choices.ts'
import { implementer } from '../common/implementer.ts'
import { Problem } from '../common/problem.ts'
import { requireProfile } from '../common/require-stored.ts'
import type { Services } from '../common/services.ts'
import { readCondensingPrompt } from '../prompts/find-condensing-prompts.ts'

type ProfileServices = Pick<Services, 'info' | 'store' | 'models' | 'vault'>

/** Handlers of the `profiles` area. */
export function createProfilesHandlers(services: ProfileServices) {
  const { store, models, vault } = services
  const area = implementer.profiles
  return {
    list: area.list.handler(async () => ({
      profiles: await Promise.all(
        (await store.profiles.list()).map((profile) => describeProfileView(services, profile)),
      ),
      roles: await readRoles(store),
      keyStorage: await vault.storage(),
    })),
    save: area.save.handler(async ({ input: asked }) => {
      await refuseFaults(services, asked)
      const before = await store.profiles.get(asked.id)
      const input = await withPrompt(services, asked, before)
      await refuseVariables(services, input, before)
      await noteServer(input, before, store.keyPermits)
      // Nobody would ever find it again under its old name.
      if (before !== null && buildKeyName(before) !== buildKeyName(input))
        await vault.forget(buildKeyName(before))
      await store.profiles.save(input)
      return describeProfileView(services, input)
    }),
    remove: area.remove.handler(async ({ input: { profileId } }) => {
      const profile = await store.profiles.get(profileId)
      if (profile !== null) await vault.forget(buildKeyName(profile))
      await store.profiles.remove(profileId)
      await writeRoles(store, without(await readRoles(store), profileId))
    }),
    setRoles: area.setRoles.handler(async ({ input }) => {
      for (const id of [input.main, input.condensing])
        if (id !== null) await requireProfile(services.store, id)
      await writeRoles(store, input)
      return readRoles(store)
    }),
    storeKey: area.storeKey.handler(async ({ input }) => storeKey(services, input)),
    forgetKey: area.forgetKey.handler(async ({ input: { profileId } }) => {
      const profile = await requireProfile(services.store, profileId)
      await vault.forget(buildKeyName(profile))
      return describeProfileView(services, profile)
    }),
    allowVariables: area.allowVariables.handler(async ({ input: { profile, isVariableConfirmed } }) => {
      requireCommandLine(services, profile)
      await allowServer(profile, store.keyPermits, { isVariableConfirmed })
    }),
    test: area.test.handler(async ({ input, signal }) => {
      const profile = await requireProfile(services.store, input.profileId)
      return models.test(profile, signal)
    }),
    knownModel: area.knownModel.handler(async ({ input }) => {
      const { findPrices } = await import('../../kernel/pricing/find-prices.ts')
      const known = findPrices(input.model)
      return known === null ? null : { knownAs: known.modelId, vendor: known.vendor, prices: known.prices }
    }),
  }
}

/** A page may not decide where a key of the environment is sent. */
function requireCommandLine({ info }: ProfileServices, { id }: Pick<ModelProfile, 'id'>): void {
  if (info.door === 'command-line') return
  throw new Problem({
    code: 'not-allowed',
    message: 'Only the command line says for which server the key in an environment variable is',
    where: id,
    hint: `Use \`dewpoint profiles edit ${id}\`.`,
  })
}

/** What is gone may stay where it is: the rest of the profile can be saved all the same. */
async function withPrompt(
  { store }: ProfileServices,
  profile: ModelProfile,
  before: ModelProfile | null,
): Promise<ModelProfile> {
  const { condensingPrompt } = profile
  if (condensingPrompt === before?.condensingPrompt) return profile
  return { ...profile, condensingPrompt: await readCondensingPrompt(store, condensingPrompt) }
}

async function describeProfileView({ models }: ProfileServices, profile: ModelProfile): Promise<ProfileView> {
  const { warnings, ...state } = await models.describe(profile)
  return { profile, ...state, warnings: [...warnings] }
}

async function storeKey(
  services: ProfileServices,
  input: { readonly profileId: string; readonly key: string },
): Promise<ProfileView> {
  const { vault } = services
  const profile = await requireProfile(services.store, input.profileId)
  if ((await vault.storage()) === 'none') {
    throw new Problem({
      code: 'not-allowed',
      message: 'Keys cannot be stored here',
      where: profile.id,
      hint: 'Set the key in an environment variable. The profile names those that are looked at.',
    })
  }
  const key = input.key.trim()
  const fault = describeKeyFault(key, 'The key')
  if (fault !== '')
    throw new Problem({ code: 'bad-input', message: fault, where: 'key', hint: 'Nothing was stored.' })
  try {
    await vault.write(buildKeyName(profile), key)
  } catch {
    // What it failed with may hold what it was given.
    throw new Problem({
      code: 'storage',
      message: 'The key could not be stored',
      where: profile.id,
      hint: 'Unlock the password manager of the system and make sure that the data folder can be written to. Or set the key in an environment variable.',
    })
  }
  return describeProfileView(services, profile)
}

async function refuseFaults(services: ProfileServices, profile: ModelProfile): Promise<void> {
  const fault = checkProfile(profile)
  if (fault !== null) {
    const hint = 'Nothing was saved.'
    throw new Problem({ code: 'bad-input', message: fault.message, where: fault.field, hint })
  }
  await services.models.checkRecording(profile)
  const { info, store } = services
  const file = profile.recording?.file
  if (file === undefined || info.door === 'command-line' || isPlainName(file)) return
  const before = await store.profiles.get(profile.id)
  if (before?.recording?.file === file) return
  // A page must not choose which file is read, and which one grows.
  throw new Problem({
    code: 'not-allowed',
    message: 'A recording is named without a folder here: it lies in the data folder',
    where: 'recording',
    hint: 'Only `dewpoint profiles add --recording` takes a path.',
  })
}

/** A profile that came to name its variable earlier can be edited, and says what is in its way. */
async function refuseVariables(
  { store }: ProfileServices,
  profile: ModelProfile,
  before: ModelProfile | null,
): Promise<void> {
  const { keyVariable } = profile
  if (keyVariable === null || isLocal(profile)) return
  if (before?.keyVariable === keyVariable && readKeyOrigin(before) === readKeyOrigin(profile)) return
  const refusal = await refuseVariable(keyVariable, profile, store.keyPermits)
  // Its own one goes to another server only once the command line has said so; until then it is not looked at.
  if (refusal === null || refusal.code === 'other-server') return
  throw new Problem({
    code: 'not-allowed',
    message: explainRefusal(keyVariable, refusal, profile),
    where: 'keyVariable',
    hint: 'Nothing was saved.',
  })
}

function isPlainName(file: string): boolean {
  return basename(file) === file && !/[\\:]/.test(file) && !file.startsWith('.')
}

function without({ main, condensing }: ProfileRoles, id: string): ProfileRoles {
  return { main: main === id ? null : main, condensing: condensing === id ? null : condensing }
}
