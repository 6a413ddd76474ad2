import { isLocal, type ModelProfile } from '../../../shared/models/model-profile-types.ts'
import type { KeyState } from '../../../shared/models/profiles-contract.ts'
import type { KeyPermitRepository } from '../store/repositories/key-permit-repository.ts'
import { nameOwnVariable, explainRefusal, refuseVariable } from './check-key-variable.ts'
import { findUsualVariable } from './key-vendors.ts'
import { describeKeyFault, buildKeyName, type KeyVault } from './keys.ts'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A key, or why there is none. Only adapters are given the key. */
export type FoundKey = {
  /** Null where none is needed, or where there is an obstacle. */
  readonly key: string | null
  readonly state: KeyState
  /** A sentence; empty where a call can be made. */
  readonly obstacle: string
}

type Places = {
  readonly vault: KeyVault
  readonly environment: Environment
  readonly permits: Pick<KeyPermitRepository, 'origins'>
}

/** Names of the environment variables that a profile asks for, in order of preference. */
export function listKeyVariables(profile: ModelProfile): readonly string[] {
  const { id, vendor, keyVariable } = profile
  if (isLocal(profile)) return []
  const other = keyVariable ?? findUsualVariable(vendor)
  return [...new Set([nameOwnVariable(id), ...(other === null ? [] : [other])])]
}

/**
 * Looks for a profile's key: what is stored first, then the environment, of which only what is meant for the profile's
 * server is looked at.
 */
export async function findKey(profile: ModelProfile, { vault, ...places }: Places): Promise<FoundKey> {
  if (isLocal(profile)) return { key: null, state: { source: 'not-needed', variables: [] }, obstacle: '' }
  const { variables, refusals } = await sortVariables(profile, places)
  const buildFoundKey = (source: KeyState['source'], key: string | null, obstacle = ''): FoundKey => ({
    key: obstacle === '' ? key : null,
    state: { source, variables: [...variables] },
    obstacle,
  })
  const stored = (await vault.read(buildKeyName(profile)))?.trim() ?? ''
  if (stored !== '') {
    const source = (await vault.storage()) === 'unprotected' ? 'plain-text' : 'stored'
    return buildFoundKey(source, stored, describeKeyFault(stored, 'The stored key'))
  }
  for (const variable of variables) {
    const key = places.environment[variable]?.trim() ?? ''
    if (key !== '') return buildFoundKey('environment', key, describeKeyFault(key, `The key in ${variable}`))
  }
  const [refusal] = refusals
  if (refusal !== undefined) return buildFoundKey('missing', null, `No key: ${refusal}`)
  if (profile.vendor === 'openai-compatible' && profile.keyVariable === null)
    return buildFoundKey('not-needed', null)
  return buildFoundKey('missing', null, describeMissingKey(variables))
}

/** The variables whose keys may go to a profile's server, and sentences on those that may not. */
async function sortVariables(
  profile: ModelProfile,
  { permits, environment }: Omit<Places, 'vault'>,
): Promise<{ readonly variables: readonly string[]; readonly refusals: readonly string[] }> {
  const variables: string[] = []
  const refusals: string[] = []
  for (const variable of listKeyVariables(profile)) {
    const refusal = await refuseVariable(variable, profile, permits)
    // Nobody misses the key of one profile alone where it isn't set.
    const isMissed = variable !== nameOwnVariable(profile.id) || (environment[variable] ?? '') !== ''
    if (refusal === null) variables.push(variable)
    else if (isMissed) refusals.push(explainRefusal(variable, refusal, profile))
  }
  return { variables, refusals }
}

function describeMissingKey([own = '', usual]: readonly string[]): string {
  return usual === undefined
    ? `No key: set ${own}.`
    : `No key: set ${usual}, or ${own} for this profile alone.`
}
