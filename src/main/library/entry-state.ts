import type { LibraryEntry } from '../store/records.ts'
import type { TaskVersion } from './background-step.ts'

/** False for a task that was taken out of the library; its row stays, so that its files are known again. */
export function isListed({ forgottenStamp }: LibraryEntry): boolean {
  return forgottenStamp === null
}

/** True for a task whose files were changed since it was read, or that was never read. */
export function isToBeRead({ isFollowed, isGone, stamp, readStamp, failure }: LibraryEntry): boolean {
  return isFollowed && !isGone && stamp !== null && stamp !== readStamp && failure === null
}

/** What was read of a task; nothing where nothing was. */
export function versionsOf({ id, snapshotSha256 }: LibraryEntry): readonly TaskVersion[] {
  return snapshotSha256 === null ? [] : [{ id, snapshotSha256 }]
}
