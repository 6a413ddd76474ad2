import type { KeyVault } from '../platform/models/keys.ts'

/** A place for keys that forgets them with the test. */
export function createMemoryVault(
  storage: Awaited<ReturnType<KeyVault['storage']>> = 'protected',
): KeyVault & {
  readonly keys: ReadonlyMap<string, string>
} {
  const keys = new Map<string, string>()
  return {
    keys,
    storage: () => Promise.resolve(storage),
    read: (name) => Promise.resolve(keys.get(name) ?? null),
    write: (name, key) => {
      keys.set(name, key)
      return Promise.resolve()
    },
    forget: (name) => {
      keys.delete(name)
      return Promise.resolve()
    },
  }
}
