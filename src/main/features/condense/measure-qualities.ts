import type { RunQualitySummary } from '../../../shared/activity/quality-types.ts'
import type { UnmeasuredRun } from '../../platform/store/repositories/quality-repository.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { requireTask } from '../common/require-stored.ts'
import { loadSource, runResult, runSource } from '../library/sources.ts'

/** Which runs are meant; all where nothing is said. */
export type QualityFilter = { readonly taskId?: string | undefined; readonly sinceTs?: number | undefined }

type QualityServices = Pick<CoreServices, 'store' | 'engine'>

/** Runs that are being measured: who asks meanwhile waits for the same measurement. */
const inProgress = new WeakMap<QualityServices['store'], Map<string, Promise<void>>>()

/**
 * Measures what the runs kept that were not measured yet, one after the other in the background, and stores it. Tells
 * how many are done, 0 first. Ends early where the signal is aborted.
 */
export async function measureQualities(
  services: QualityServices,
  filter: QualityFilter,
  options: { readonly signal: AbortSignal; readonly push: (event: { done: number; total: number }) => void },
): Promise<void> {
  const { signal, push } = options
  const runs = await services.store.qualities.unmeasured(filter)
  push({ done: 0, total: runs.length })
  for (const [index, run] of runs.entries()) {
    if (signal.aborted) return
    await measureOnce(services, run)
    push({ done: index + 1, total: runs.length })
  }
}

function measureOnce(services: QualityServices, run: UnmeasuredRun): Promise<void> {
  const all = inProgress.get(services.store) ?? new Map<string, Promise<void>>()
  inProgress.set(services.store, all)
  const key = `${run.runId} ${run.taskSha256}`
  const known = all.get(key)
  if (known !== undefined) return known
  const measuring = measure(services, run)
    .then((quality) => (quality === null ? undefined : services.store.qualities.put(run, quality)))
    .finally(() => all.delete(key))
  all.set(key, measuring)
  return measuring
}

const unreadable: RunQualitySummary = {
  survival: null,
  facts: 0,
  continuationRecall: null,
  used: 0,
  survivalGap: 'unreadable',
  continuationGap: 'unreadable',
}

/** Null where it cannot be said now: the run is gone, or the work broke off. One run keeps no other from being measured. */
async function measure(
  { store, engine }: QualityServices,
  { runId }: UnmeasuredRun,
): Promise<RunQualitySummary | null> {
  try {
    const run = await store.runs.get(runId)
    if (run === null) return null
    const { sourceBlob } = await requireTask(store, run.taskId)
    return await engine.run('measureQuality', {
      source: await runSource(store, run),
      result: await runResult(store, run),
      now: await loadSource(store, sourceBlob),
    })
  } catch (error) {
    // What is missing from the database stays missing; anything else may pass.
    return error instanceof Problem ? unreadable : null
  }
}
