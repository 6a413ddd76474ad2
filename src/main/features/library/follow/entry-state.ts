import { isOlderReader } from '../../../agents/reader-versions.ts'
import type { LibraryEntry } from '../../../platform/store/records.ts'
import type { Store } from '../../../platform/store/store.ts'
import { isInAny } from './disk/task-places.ts'
import type { TaskVersion } from './steps/background-step.ts'

/** False for a task that was taken out of the library; its row stays, so that its files are known again. */
export function isListed({ forgottenStamp }: LibraryEntry): boolean {
  return forgottenStamp === null
}

/**
 * True for a task that was never read, whose files were changed since while it is followed, or that was read by an older
 * reader than there is now. What failed is tried again by a newer one.
 */
export function isToBeRead(entry: LibraryEntry): boolean {
  const { isFollowed, isGone, stamp, readStamp, reader, failure } = entry
  if (isGone || stamp === null) return false
  const isOutdated = reader === null ? readStamp !== null && isFollowed : isOlderReader(reader)
  if (failure !== null) return isOutdated
  return isOutdated || (stamp !== readStamp && (isFollowed || readStamp === null))
}

/** What was read of a task; nothing where nothing was. */
export function listTaskVersions({ id, snapshotSha256 }: LibraryEntry): readonly TaskVersion[] {
  return snapshotSha256 === null ? [] : [{ id, snapshotSha256 }]
}

/** Paths of tasks that are followed on disk. */
export type FollowedTasks = {
  readonly all: readonly string[]
  /** Those outside of all the folders. */
  readonly single: readonly string[]
}

/** What is followed as the library has it now. */
export async function listFollowedTasks(
  { library }: Pick<Store, 'library'>,
  folders: readonly string[],
): Promise<FollowedTasks> {
  const followed = (await library.entries()).filter((entry) => entry.isFollowed && isListed(entry))
  const all = followed.map(({ path }) => path)
  return { all, single: all.filter((path) => !isInAny(folders, path)) }
}
