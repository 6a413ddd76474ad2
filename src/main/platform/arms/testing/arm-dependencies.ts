import { join } from 'node:path'
import type { ArmDependencies } from '../arm-service.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..', '..')

/** What arms need, on a machine without profiles or keys, of a person who allows every arm. */
export function armDependencies(): ArmDependencies {
  const allowed = new Set<string>()
  return {
    store: {
      armPermits: {
        isAllowed: (target) => Promise.resolve(allowed.has(target)),
        allow: (target) => Promise.resolve(void allowed.add(target)),
      },
      profiles: {
        list: () => Promise.resolve([]),
        get: () => Promise.resolve(null),
        save: () => Promise.resolve(),
        remove: () => Promise.resolve(true),
      },
      keyPermits: { origins: () => Promise.resolve([]), allow: () => Promise.resolve() },
    },
    environment: process.env,
    vault: {
      storage: () => Promise.resolve('none'),
      read: () => Promise.resolve(null),
      write: () => Promise.resolve(),
      forget: () => Promise.resolve(),
    },
    resourcesFolder: join(root, 'resources'),
    now: Date.now,
    confirm: () => Promise.resolve(true),
    hint: 'Allow it.',
  }
}
