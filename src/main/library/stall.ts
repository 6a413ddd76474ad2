import type { LibraryTrouble } from '../../shared/domain/library.ts'
import { troubleOf } from './trouble-of.ts'

/** What keeps all work from going on, once it has done so for a while. */
export type Stall = {
  /** Nothing could be done, once more. */
  readonly failed: (error: unknown) => void
  /** Something could; true where it was told before that nothing can. */
  readonly isOver: () => boolean
  readonly reason: () => LibraryTrouble | null
}

/** A database may be locked for a moment; nobody is told of it before it failed so often in a row. */
const failuresToTell = 3

/** Nothing is in the way yet. */
export function createStall(): Stall {
  let failures = 0
  let reason: LibraryTrouble | null = null
  return {
    failed: (error) => {
      failures += 1
      if (failures >= failuresToTell) reason = troubleOf(error, '')
    },
    isOver: () => {
      const wasTold = reason !== null
      failures = 0
      reason = null
      return wasTold
    },
    reason: () => reason,
  }
}
