import { isLocal, type ModelProfile } from '../../../shared/models/model-profile-types.ts'
import type { KeyPermitRepository } from '../store/repositories/key-permit-repository.ts'
import { isOwnOrigin, readKeyOrigin, ownPrefix, findVendorHosts } from './key-vendors.ts'

/** Why the key in a variable of the environment does not go to the server of a profile. */
export type VariableRefusal =
  /** It is the key of a vendor, and the server is none of that vendor's. */
  | { readonly code: 'other-vendor'; readonly hosts: readonly string[] }
  /** It was made for Dewpoint, and for other servers so far. */
  | { readonly code: 'other-server'; readonly origins: readonly string[] }
  /** It is named after nobody, and nobody has confirmed that its content is meant for this server. */
  | { readonly code: 'unconfirmed'; readonly origins: readonly string[] }

/** Says whether the key in a variable may go to the server of a profile; null where it may. */
export async function refuseVariable(
  variable: string,
  profile: Pick<ModelProfile, 'vendor' | 'baseUrl'>,
  permits: Pick<KeyPermitRepository, 'origins'>,
): Promise<VariableRefusal | null> {
  const origin = readKeyOrigin(profile)
  const hosts = findVendorHosts(variable)
  if (hosts !== null) return isOwnOrigin(hosts, origin) ? null : { code: 'other-vendor', hosts }
  const origins = await permits.origins(variable)
  if (origins.includes(origin)) return null
  if (!variable.startsWith(ownPrefix)) return { code: 'unconfirmed', origins }
  return origins.length === 0 ? null : { code: 'other-server', origins }
}

/** The refusal of a variable in a sentence that says what to do. */
export function explainRefusal(
  variable: string,
  refusal: VariableRefusal,
  profile: Pick<ModelProfile, 'id' | 'vendor' | 'baseUrl'>,
): string {
  const origin = readKeyOrigin(profile)
  switch (refusal.code) {
    case 'other-vendor':
      return `${variable} goes to ${refusal.hosts.join(' and ')} alone, and this profile asks ${origin}: set ${nameOwnVariable(profile.id)} to the key for that server.`
    case 'other-server':
      return `${variable} is the key for ${refusal.origins.join(' and ')}, and this profile asks ${origin}. If the key is for that server, name the address again with \`dewpoint profiles edit ${profile.id} --base-url\`.`
    case 'unconfirmed': {
      const known = refusal.origins.length === 0 ? '' : `, only for ${refusal.origins.join(' and ')}`
      return `Nobody has confirmed that ${variable} holds the key for ${origin}${known}: set ${nameOwnVariable(profile.id)} instead, or confirm it with \`--key-variable ${variable} --confirm-key-variable\` of \`dewpoint profiles add\` or \`edit\`.`
    }
  }
}

/** The variable that holds the key of one profile alone. */
export function nameOwnVariable(profileId: string): string {
  return `${ownPrefix}${profileId.toUpperCase().replaceAll('-', '_')}`
}

/** What a profile looks at besides the variable of its vendor: what was made for Dewpoint. */
function listDewpointVariables(profile: ModelProfile): readonly string[] {
  const { id, keyVariable } = profile
  if (isLocal(profile)) return []
  const named = keyVariable?.startsWith(ownPrefix) === true ? [keyVariable] : []
  return [...new Set([nameOwnVariable(id), ...named])]
}

/**
 * Notes for which server a profile's variables are, where nobody has said yet: for the one that it had before. Whoever
 * points it elsewhere takes no key along.
 */
export async function noteServer(
  profile: ModelProfile,
  before: ModelProfile | null,
  permits: KeyPermitRepository,
): Promise<void> {
  const known = before === null || isLocal(before) ? profile : before
  for (const variable of listDewpointVariables(profile))
    if ((await permits.origins(variable)).length === 0) await permits.allow(variable, readKeyOrigin(known))
}

/**
 * Lets the keys in a profile's variables go to its server: those that were made for Dewpoint, and the one that it names
 * where somebody has confirmed that.
 */
export async function allowServer(
  profile: ModelProfile,
  permits: Pick<KeyPermitRepository, 'allow'>,
  { isVariableConfirmed }: { readonly isVariableConfirmed: boolean },
): Promise<void> {
  const { keyVariable } = profile
  const confirmed = isVariableConfirmed && keyVariable !== null && !isLocal(profile) ? [keyVariable] : []
  for (const variable of [...listDewpointVariables(profile), ...confirmed])
    await permits.allow(variable, readKeyOrigin(profile))
}
