import type { StoredTask } from '../../../../../shared/library/task-types.ts'
import type { EnginePool } from '../../../../jobs/engine-pool.ts'
import { computeSha256 } from '../../../../platform/files/compute-sha256.ts'
import type { Store } from '../../../../platform/store/store.ts'
import type { PackedJson } from '../../../../platform/workers/compression.ts'
import { toShared } from '../../../../platform/workers/to-shared.ts'
import type { OpenMeasurement } from '../../jobs/build-task-measurement.ts'

/** Raised when figures change their meaning, so that stored ones are computed anew. */
const figuresVersion = 6

/** What a task is shown with, as far as it was counted as it is now; null where it was not. */
export async function readStoredMeasurement(
  {
    store,
    engine,
  }: { readonly store: Pick<Store, 'measurements'>; readonly engine: Pick<EnginePool, 'run'> },
  task: StoredTask,
): Promise<OpenMeasurement | null> {
  const bytes = await store.measurements.get(task.snapshotSha256, buildMeasurementKey(task))
  return bytes === null ? null : engine.run('openMeasurement', { bytes: toShared(bytes) })
}

/** Keeps what a task is shown with, and its tokens for the listing. */
export async function storeMeasurement(
  store: Pick<Store, 'measurements' | 'tasks'>,
  task: StoredTask,
  { tokens, blob }: { readonly tokens: number; readonly blob: PackedJson },
): Promise<void> {
  await store.tasks.setTokens(task.id, tokens)
  await store.measurements.put({
    snapshotSha256: task.snapshotSha256,
    counterId: buildMeasurementKey(task),
    blob,
  })
}

/** Everything that figures depend on beside the history itself. */
function buildMeasurementKey({ id, path, title, meta }: StoredTask): string {
  const rest = JSON.stringify([figuresVersion, id, path, title, meta.usage, meta.problems])
  return `o200k_base ${computeSha256(rest).slice(0, 16)}`
}
