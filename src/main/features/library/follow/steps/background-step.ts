import type { StoredTask } from '../../../../../shared/library/task-types.ts'
import type { LibraryStep, LibraryTrouble } from '../../../../../shared/library/types.ts'
import type { Store } from '../../../../platform/store/store.ts'

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
  /** So many of the newest tasks have it done before the other steps go on with the rest; none where it is left out. */
  readonly newestFirst?: number
  /** Whether it rests while it works, as fast as somebody lets it. */
  readonly restsItself?: true
  /** Whether it is paused for now; never where it is left out. Asked when the library is looked at anew. */
  readonly isPaused?: () => Promise<boolean>
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

/** A step that cannot be done for a reason of its own, in words for a person; the other steps go on. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure'
  readonly where: string
  readonly hint: string

  constructor({ message, where, hint, cause }: LibraryTrouble & { readonly cause?: unknown }) {
    super(message, { cause })
    this.where = where
    this.hint = hint
  }
}

/** Thrown by a step that stopped before its end and is to be done again, from the beginning, when it may go on. */
export class StepPutOff extends Error {
  override readonly name = 'StepPutOff'
}

/** Ids of the tasks for which something was done at the very snapshot that they have now. */
export function findDoneTasks(
  tasks: readonly TaskVersion[],
  /** Snapshots at which it was done, by task id. */
  snapshots: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const done = tasks.filter(({ id, snapshotSha256 }) => snapshots.get(id) === snapshotSha256)
  return new Set(done.map(({ id }) => id))
}

/**
 * A task with its packed history, as a background step needs it; null where it was forgotten meanwhile: whoever forgets
 * a task tells the steps too.
 */
export async function readStoredHistory(
  store: Pick<Store, 'tasks' | 'blobs'>,
  taskId: string,
): Promise<{ readonly task: StoredTask; readonly bytes: Uint8Array } | null> {
  const task = await store.tasks.get(taskId)
  const bytes = task === null ? null : await store.blobs.get(task.sourceBlob)
  return task === null || bytes === null ? null : { task, bytes }
}
