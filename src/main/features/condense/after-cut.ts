import type { PlannedCheckpoint } from '../../../shared/experiments/experiment-types.ts'
import type { StoredTask } from '../../../shared/library/task-types.ts'
import type { EnginePool } from '../../jobs/engine-pool.ts'
import type { AfterCut } from '../../measure/estimate-arm-money.ts'
import type { Store } from '../../platform/store/store.ts'
import type { SourceRef } from '../../platform/workers/job.ts'

type Cut = {
  readonly task: Pick<StoredTask, 'model'> & { readonly meta: Pick<StoredTask['meta'], 'usage'> }
  readonly source: SourceRef
  /** Messages of the file before it. */
  readonly index: number
}

/** What a task went on to pay after a cut. */
export function priceAfter(
  engine: EnginePool,
  { task, source: { hash, bytes }, index }: Cut,
  signal?: AbortSignal,
): Promise<AfterCut> {
  return engine.run(
    'priceCut',
    // The thread that the checkpoint is on has the history open.
    { source: { hash, bytes, cut: index }, usage: task.meta.usage, index, model: task.model },
    signal === undefined ? {} : { signal },
  )
}

/** Finds what the task of a checkpoint went on to pay; null where that task is gone, or is another one by now. */
export type AfterCutFinder = (checkpoint: PlannedCheckpoint, source: SourceRef) => Promise<AfterCut | null>

type Services = { readonly store: Pick<Store, 'tasks'>; readonly engine: EnginePool }

/** Looks each checkpoint up once: its variants share it. */
export function createAfterCutFinder(services: Services, signal?: AbortSignal): AfterCutFinder {
  const found = new Map<string, Promise<AfterCut | null>>()
  return (checkpoint, source) => {
    const known = found.get(checkpoint.id) ?? findAfterCut(services, { checkpoint, source }, signal)
    found.set(checkpoint.id, known)
    return known
  }
}

async function findAfterCut(
  { store, engine }: Services,
  { checkpoint, source }: { readonly checkpoint: PlannedCheckpoint; readonly source: SourceRef },
  signal?: AbortSignal,
): Promise<AfterCut | null> {
  const { taskId, snapshotSha256, index } = checkpoint
  const task = await store.tasks.get(taskId)
  if (task?.snapshotSha256 !== snapshotSha256) return null
  return priceAfter(engine, { task, source, index }, signal)
}
