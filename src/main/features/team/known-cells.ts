import { hostname } from 'node:os'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import { putCell } from '../../platform/queue/cells.ts'
import type { StoredBlob, StoredExperiment } from '../../platform/store/records.ts'
import { buildCellId, type PlannedCell } from '../experiments/compute/matrix.ts'
import { isWhole, toPublic } from '../experiments/work-on-cell.ts'
import type { QueueServices } from './run-on-queue.ts'

type KeyOptions = { readonly ignoreCache: boolean; readonly experimentId: string }

/** What comes of a cell depends on its key; where everything is to be computed anew, nothing that is there counts. */
export function computeSharedKey(key: string, { ignoreCache, experimentId }: KeyOptions): string {
  return ignoreCache ? computeSha256(`${key} ${experimentId}`) : key
}

/**
 * Puts what came of the baseline where models judge and this machine has it already: workers hold the other cells of its
 * checkpoint against it, and nobody else would do it.
 */
export async function putBaselines(
  { database, store }: QueueServices,
  { id, plan }: Pick<StoredExperiment, 'id' | 'plan'>,
  { wanted, ignoreCache }: { readonly wanted: readonly PlannedCell[]; readonly ignoreCache: boolean },
): Promise<void> {
  if (!plan.metrics.some(({ needsModel }) => needsModel)) return
  const baselines = new Set(wanted.map(({ checkpoint }) => buildCellId(plan.baselineId, checkpoint.id, 1)))
  for (const cell of wanted) baselines.delete(cell.id)
  for (const baseline of baselines) {
    const stored = await store.experiments.cell(id, baseline)
    if (stored === null || stored.status === 'failed') continue
    const { payloadBlob, judgementsBlob } = stored
    const blobs: StoredBlob[] = []
    for (const hash of [payloadBlob, judgementsBlob]) {
      const bytes = hash === null ? null : await store.blobs.get(hash)
      if (hash !== null && bytes !== null) blobs.push({ hash, bytes })
    }
    const key = computeSharedKey(stored.key, { ignoreCache, experimentId: id })
    const cell = toPublic(stored)
    const worker = stored.doneBy ?? hostname()
    const shared = { key, cell, payloadBlob, judgementsBlob, forRun: id, worker }
    await database.transaction((session) => putCell(session, shared, { blobs, isWhole: isWhole(stored) }))
  }
}
