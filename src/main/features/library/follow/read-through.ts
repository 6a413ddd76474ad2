import type { LibraryEntry } from '../../../platform/store/records.ts'
import type { Store } from '../../../platform/store/store.ts'
import { isListed, isToBeRead } from './entry-state.ts'
import { ReadFailure } from './read-failure.ts'
import type { TaskReader } from './task-reader.ts'

/**
 * A store that reads a task when somebody asks for it: one that was only found yet, or whose files are known to have
 * changed. One that is being stored is waited for. What was read before is given where that fails, or where the files are half written at this moment; a task that was never read fails with `ReadFailure`.
 */
export function readThrough(store: Store, reader: TaskReader): Store {
  return {
    ...store,
    tasks: {
      ...store.tasks,
      get: async (id) => {
        await reader.settled(id)
        const task = await store.tasks.get(id)
        const entry = await store.library.entry(id)
        if (entry === null || !(isReadNow(entry) || (await isMended(reader, entry)))) return task
        const { path, openedTs } = entry
        const input = { kind: 'path', path } as const
        // Who has a whole state of it does not want the half of the next one; the background reads that in a moment.
        const isPatient = task !== null
        const result = await reader.read({ input, isSample: false, openedTs, isPatient })
        if (result.kind === 'failed' && task === null) throw new ReadFailure(result.failure)
        return result.kind === 'read' ? store.tasks.get(id) : task
      },
      summary: async (id) => {
        await reader.settled(id)
        return store.tasks.summary(id)
      },
    },
  }
}

/** Rights may come back without a word from the system. */
async function isMended({ stampPath }: TaskReader, entry: LibraryEntry): Promise<boolean> {
  if (entry.failure === null || !entry.isFollowed || !isListed(entry)) return false
  const stamp = await stampPath(entry.path).catch(() => null)
  return stamp !== null && stamp.stamp !== entry.stamp
}

/** What failed in this very state is tried again only for somebody who has nothing of it. */
function isReadNow(entry: LibraryEntry): boolean {
  const isUnread = entry.snapshotSha256 === null && entry.stamp !== null
  return isListed(entry) && (isUnread || isToBeRead(entry))
}
