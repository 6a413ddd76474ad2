/** Where a door keeps keys, by `keyName`; outside of the database, and never in plain sight. */
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
