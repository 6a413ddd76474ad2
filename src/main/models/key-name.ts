import type { ModelProfile } from '../../shared/domain/model-profile.ts'

/**
 * Name of a profile's key in a vault: the profile, and whom the key is for. A profile that is pointed at another
 * server has no key there until somebody gives it one.
 */
export function keyName({ id, vendor, baseUrl }: Pick<ModelProfile, 'id' | 'vendor' | 'baseUrl'>): string {
  return `${id}@${baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl).origin : vendor}`
}
