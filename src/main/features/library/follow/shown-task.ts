import {
  growingMs,
  type ImportProblem,
  type StoredTask,
  type TaskSummary,
} from '../../../../shared/library/task-types.ts'
import type { PackedRows } from '../../../platform/workers/packed-rows.ts'
import type { EarlyTask } from '../jobs/read-task.ts'
import type { TaskStamp } from './disk/stamp-task.ts'

/** Bytes of a file that are read, and all of them. */
export type ReadBytes = { readonly done: number; readonly total: number }

/** A task that is shown while its history is still being stored. */
export type ShownTask = {
  /** As it will be listed, but for its era. */
  readonly summary: TaskSummary
  readonly problems: readonly ImportProblem[]
  /** The first page. */
  readonly rows: PackedRows
  /** How much of its file is read by now; null where it is read whole. */
  readonly readBytes: () => ReadBytes | null
}

/** The row that the library will have for a task; `runs` are those that it has already. `now` is in milliseconds since 1970. */
export function buildTaskSummary(
  { meta, ...task }: EarlyTask['facts'] & Pick<StoredTask, 'id' | 'isSample' | 'tokens' | 'openedTs'>,
  { stamp, runs, now }: { readonly stamp: TaskStamp | null; readonly runs: number; readonly now: number },
): TaskSummary {
  return {
    ...task,
    era: null,
    parentTaskId: null,
    models: task.model === null ? [] : [task.model],
    problems: meta.problems.length,
    runs,
    sizeBytes: stamp?.sizeBytes ?? null,
    state: 'read',
    failure: null,
    readTs: now,
    isGrowing: !task.isSample && stamp !== null && Math.abs(now - stamp.changedTs) < growingMs,
  }
}
