import type { DiscoveredStorage } from '../../../../shared/library/contract.ts'
import type { TaskSummary } from '../../../../shared/library/task-types.ts'
import type { LibraryEvent, WatchedFolder } from '../../../../shared/library/types.ts'

/** Which tasks there are on disk, what is done for them in the background, and who hears of it. */
export type LibraryService = {
  /** Lists the tasks in the folder from what their files show, and follows it from now on. Gives their ids. */
  readonly addFolder: (path: string) => Promise<readonly string[]>
  readonly folders: () => Promise<readonly WatchedFolder[]>
  readonly unwatch: (path: string) => Promise<void>
  /** Storage of agents on this machine, the fullest first. */
  readonly discover: () => Promise<readonly DiscoveredStorage[]>
  /** Takes a task out of the library; one whose files are there stays away until they change. */
  readonly forget: (taskId: string) => Promise<void>
  /**
   * Tells the state at once, then what changes. Folders are watched and the background work goes on while at least one
   * listener is there; the function that comes back ends it.
   */
  readonly listen: (listener: (event: LibraryEvent) => void) => () => void
  /** A task was opened by itself: it is followed from now on. */
  readonly noteOpened: (task: TaskSummary) => Promise<void>
  /** Tasks were put on the list that nobody follows. */
  readonly noteListed: (taskIds: readonly string[]) => void
  /** Does again in the background what could not be done for some tasks. */
  readonly tryAgain: () => void
  /** Ends watching and background work, and waits for both. */
  readonly close: () => Promise<void>
}
