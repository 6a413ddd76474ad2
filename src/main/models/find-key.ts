import type { KeyState } from '../../shared/api/profiles.ts'
import type { ModelProfile, ModelVendor } from '../../shared/domain/model-profile.ts'
import { keyFault } from './key-fault.ts'
import { keyName } from './key-name.ts'
import type { KeyVault } from './key-vault.ts'

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

/** A compatible server is somebody else's: nobody's key of OpenAI goes there unless they say so. */
const usualVariables: Readonly<Record<ModelVendor, string | null>> = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  'openai-compatible': null,
  recorded: null,
}

/** Names of the environment variables that may hold a profile's key, in order of preference. */
export function keyVariables({ id, vendor, keyVariable }: ModelProfile): readonly string[] {
  if (vendor === 'recorded') return []
  const own = `DEWPOINT_KEY_${id.toUpperCase().replaceAll('-', '_')}`
  const other = keyVariable ?? usualVariables[vendor]
  return other === null ? [own] : [own, other]
}

/** Looks for a profile's key: what is stored first, then the environment. */
export async function findKey(
  profile: ModelProfile,
  { vault, environment }: { readonly vault: KeyVault; readonly environment: Environment },
): Promise<FoundKey> {
  const variables = [...keyVariables(profile)]
  const found = (source: KeyState['source'], key: string | null, obstacle = ''): FoundKey => ({
    key: obstacle === '' ? key : null,
    state: { source, variables },
    obstacle,
  })
  if (profile.vendor === 'recorded') return found('not-needed', null)
  const stored = (await vault.read(keyName(profile)))?.trim() ?? ''
  if (stored !== '') {
    const source = (await vault.storage()) === 'unprotected' ? 'plain-text' : 'stored'
    return found(source, stored, keyFault(stored, 'The stored key'))
  }
  for (const variable of variables) {
    const key = environment[variable]?.trim() ?? ''
    if (key !== '') return found('environment', key, keyFault(key, `The key in ${variable}`))
  }
  if (profile.vendor === 'openai-compatible' && profile.keyVariable === null) return found('not-needed', null)
  return found('missing', null, missing(variables))
}

function missing([own = '', usual = '']: readonly string[]): string {
  return `No key: set ${usual}, or ${own} for this profile alone.`
}
