import type { Store } from '../store/store.ts'
import { isListed } from './entry-state.ts'
import { isInAny } from './task-places.ts'

/** Paths of tasks that are followed on disk. */
export type FollowedTasks = {
  readonly all: readonly string[]
  /** Those outside of all the folders. */
  readonly single: readonly string[]
}

/** What is followed as the library has it now. */
export async function followedTasks(
  { library }: Pick<Store, 'library'>,
  folders: readonly string[],
): Promise<FollowedTasks> {
  const followed = (await library.entries()).filter((entry) => entry.isFollowed && isListed(entry))
  const all = followed.map(({ path }) => path)
  return { all, single: all.filter((path) => !isInAny(folders, path)) }
}
