import { modelProfileSchema } from '../../../../shared/models/model-profile-types.ts'
import type { ConnectionTest, ProfileList, ProfileView } from '../../../../shared/models/profiles-contract.ts'
import {
  createProfileDraft,
  buildProfileEntries,
  type ProfileDraft,
  type ProfileEntry,
} from '../profile-draft.ts'

/** A saved profile. */
export const profile = modelProfileSchema.parse({
  id: 'mine',
  name: 'Mine',
  vendor: 'anthropic',
  model: 'm',
  windowTokens: 100_000,
  maxOutputTokens: 4000,
})

/** The profile with an obstacle and a warning. */
export const view: ProfileView = {
  profile,
  key: { source: 'stored', variables: [] },
  prices: {},
  knownAs: null,
  obstacle: 'There is no key.',
  warnings: ['The address is not encrypted.'],
}

/** A list of this profile alone, in which another one has a role. */
export const list: ProfileList = {
  profiles: [view],
  roles: { main: 'other', condensing: null },
  keyStorage: 'protected',
}

const passed: ConnectionTest = {
  ok: true,
  message: 'It answers.',
  code: '',
  durationMs: 900,
  firstAnswerMs: 400,
  usage: { input: 12, output: 3, cacheWrites: 0, cacheReads: 0 },
  costUsd: 0.01,
  missingPrices: [],
  tokenCount: null,
}

/** Answers of an engine in which everything succeeds. */
export const answers = {
  'profiles.list': () => list,
  'profiles.knownModel': () => null,
  'profiles.save': () => view,
  'profiles.remove': () => undefined,
  'profiles.setRoles': (roles: unknown) => roles,
  'profiles.test': () => passed,
}

/** The profile as its screen has it, with changes in its form. */
export function buildProfileEntry(patch: Partial<ProfileDraft>): ProfileEntry {
  const isChanged = Object.keys(patch).length > 0
  const [entry] = buildProfileEntries(
    list,
    isChanged ? { mine: { ...createProfileDraft(profile), ...patch } } : {},
  )
  if (entry === undefined) throw new Error('There is no profile.')
  return entry
}
