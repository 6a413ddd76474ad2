import type { LibraryStep } from '../../shared/domain/library.ts'

/** One state of a task's history: a changed file gives another snapshot. */
export type TaskVersion = {
  readonly id: string
  readonly snapshotSha256: string
}

/**
 * Something that is done for every task of the library in the background, one task at a time, after it was read.
 * Steps keep what they have done themselves, by snapshot.
 */
export type BackgroundStep = {
  readonly id: LibraryStep
  /** Ids of those for whose snapshot it is done. Called with the whole library, so it asks its store once. */
  readonly doneAmong: (tasks: readonly TaskVersion[]) => Promise<ReadonlySet<string>>
  /**
   * Does it, off the main thread. Rejects where it cannot be done; the task is passed over then until it changes. An
   * aborted one leaves nothing half done.
   */
  readonly run: (task: TaskVersion, signal: AbortSignal) => Promise<void>
  /** Drops what it keeps of a task that was taken out of the library. */
  readonly forget: (taskId: string) => Promise<void>
}
