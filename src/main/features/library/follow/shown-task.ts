import { sumRecordedUsage } from '../../../../shared/kernel/sum-recorded-usage.ts'
import {
  growingMs,
  taskSummarySchema,
  type ImportProblem,
  type TaskSummary,
} from '../../../../shared/library/task-types.ts'
import type { StoredTask } from '../../../platform/store/records.ts'
import type { PackedRows } from '../../../platform/workers/packed-rows.ts'
import type { EarlyTask } from '../jobs/read-task.ts'
import type { TaskStamp } from './disk/stamp-task.ts'

/** A task that is shown while its history is still being stored. */
export type ShownTask = {
  /** As it will be listed, but for its era. */
  readonly summary: TaskSummary
  readonly problems: readonly ImportProblem[]
  /** The first page. */
  readonly rows: PackedRows
}

/** A task as it is stored, but for what its history says. */
type DescribedTask = Omit<StoredTask, 'snapshotSha256' | 'sourceBlob' | 'era'>

/** Puts what was read of a task together with what is known of it besides. */
export function describeRead(
  task: Omit<EarlyTask['task'], 'subagents'>,
  rest: Pick<StoredTask, 'id' | 'isSample' | 'tokens' | 'openedTs'>,
): DescribedTask {
  const { messageCount, problems, usage, style, hiddenRange, relations, outcome, ...shown } = task
  const { costUsd, derivedUsd, unpricedRequests, condensations } = sumRecordedUsage(usage)
  return {
    ...rest,
    ...shown,
    messages: messageCount,
    costUsd,
    derivedUsd,
    unpricedRequests,
    condensations,
    meta: {
      problems: [...problems],
      usage,
      style,
      hiddenRange,
      ...(relations === undefined ? {} : { kin: relations }),
      ...(outcome === undefined ? {} : { outcome }),
    },
  }
}

/** The row that the library will have for a task; `runs` are those that it has already. `now` is in milliseconds since 1970. */
export function buildTaskSummary(
  { meta, ...task }: DescribedTask,
  { stamp, runs, now }: { readonly stamp: TaskStamp | null; readonly runs: number; readonly now: number },
): TaskSummary {
  // A task is described by more than is listed of it.
  return taskSummarySchema.parse({
    ...task,
    era: null,
    models: task.model === null ? [] : [task.model],
    problems: meta.problems.length,
    runs,
    sizeBytes: stamp?.sizeBytes ?? null,
    state: 'read',
    failure: null,
    readTs: now,
    isGrowing: !task.isSample && stamp !== null && Math.abs(now - stamp.changedTs) < growingMs,
  })
}
