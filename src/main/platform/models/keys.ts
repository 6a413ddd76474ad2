import type { ModelProfile } from '../../../shared/models/model-profile-types.ts'

/**
 * Says what is wrong with a trimmed key, without repeating any of it; an empty string where nothing is. Keys travel
 * in a header, so a line break could smuggle in another one.
 */
export function describeKeyFault(key: string, subject: string): string {
  if (key === '') return `${subject} is empty.`
  if (/\s/.test(key)) return `${subject} holds a space or a line break, which no key does. Copy it again.`
  if (!/^[\x21-\x7e]+$/.test(key))
    return `${subject} holds a character that no key has (keys are ASCII). Copy it again.`
  return ''
}

/**
 * Name of a profile's key in a vault: the profile, and whom the key is for. A profile that is pointed at another
 * server has no key there until somebody gives it one.
 */
export function buildKeyName({
  id,
  vendor,
  baseUrl,
}: Pick<ModelProfile, 'id' | 'vendor' | 'baseUrl'>): string {
  return `${id}@${baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl).origin : vendor}`
}

/** Where a door keeps keys, by `buildKeyName`; outside of the database, and never in plain sight. */
export type KeyVault = {
  /** `unprotected`: the system offers no real protection (Electron's `basic_text`). `none`: nothing can be stored. */
  readonly storage: () => Promise<'protected' | 'unprotected' | 'none'>
  /** Null where no key is stored, or where it can no longer be decrypted. */
  readonly read: (name: string) => Promise<string | null>
  readonly write: (name: string, key: string) => Promise<void>
  readonly forget: (name: string) => Promise<void>
}

/** Of doors that take keys from the environment only. */
export const noVault: KeyVault = {
  storage: () => Promise.resolve('none'),
  read: () => Promise.resolve(null),
  write: () => Promise.reject(new Error('This door stores no keys.')),
  forget: () => Promise.resolve(),
}
