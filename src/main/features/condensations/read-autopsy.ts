import { autopsySchema, type Autopsy } from '../../../shared/condensations/autopsy-types.ts'
import type { StoredTask } from '../../../shared/library/task-types.ts'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import { packJson, unpackText } from '../../platform/workers/compression.ts'
import type { CoreServices } from '../common/core-services.ts'
import { loadTaskSource } from '../library/sources.ts'

/** Raised when an examination finds something else in the same session, so that kept ones are made anew. */
const autopsyVersion = 1

/**
 * What each condensation of a task left out. It is kept with the task's history: Home, the page of a condensation and the
 * command line ask for the same, and a long session takes minutes.
 */
export async function readAutopsy(
  { store, engine, info }: Pick<CoreServices, 'store' | 'engine' | 'info'>,
  task: StoredTask,
  signal: AbortSignal | undefined,
): Promise<Autopsy> {
  const { snapshotSha256, meta } = task
  const asked = JSON.stringify([autopsyVersion, info.version, meta.usage])
  const key = `autopsy ${computeSha256(asked).slice(0, 16)}`
  const kept = await store.measurements.get(snapshotSha256, key)
  if (kept !== null) return autopsySchema.parse(JSON.parse(unpackText(kept)))
  const input = { source: await loadTaskSource(store, task), usage: meta.usage }
  const autopsy = await engine.run('autopsyTask', input, signal === undefined ? {} : { signal })
  await store.measurements.put({ snapshotSha256, counterId: key, blob: packJson(autopsy) })
  return autopsy
}
