import type { KeyState } from '../../../shared/api/profiles.ts'
import { assertNever } from '../../../shared/lib/assert-never.ts'

/** Where the key of a profile comes from, in a few words. */
export function describeKey(key: KeyState): string {
  switch (key.source) {
    case 'stored':
      return 'key stored'
    case 'plain-text':
      return 'key stored unprotected'
    case 'environment':
      return 'key from the environment'
    case 'missing':
      return 'no key'
    case 'not-needed':
      return 'no key needed'
    default:
      return assertNever(key.source)
  }
}
