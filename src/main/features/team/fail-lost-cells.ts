import { putCell } from '../../platform/queue/cells.ts'
import type { SharedDatabase } from '../../platform/queue/database.ts'
import type { Jobs } from '../../platform/queue/jobs.ts'
import { createEmptyOutcome } from '../condense/create-empty-outcome.ts'

type LostServices = {
  readonly database: SharedDatabase
  readonly jobs: Jobs
  readonly now: () => number
}

/** Cells that ended several machines count as failed, for whoever waits for them. */
export async function failLostCells({ database, jobs, now }: LostServices): Promise<void> {
  for (const unit of await jobs.takeLost()) {
    for (const { id, key } of unit.cells) {
      const [variantId = '', checkpointId = '', repeat = '1'] = id.split('/')
      const message =
        'Every worker that took it was gone before it was done: it may need more memory than they have.'
      const cell = {
        id,
        variantId,
        checkpointId,
        repeat: Number(repeat),
        status: 'failed' as const,
        outcome: 'failed' as const,
        isReused: false,
        stats: createEmptyOutcome(0).stats,
        values: {},
        chance: null,
        isJudgeFlipped: null,
        timeMs: { total: 0, model: 0, counting: 0 },
        warnings: [],
        reason: '',
        error: { code: 'workers-lost', message },
        finishedTs: now(),
      }
      const shared = { key, cell, payloadBlob: null, judgementsBlob: null, forRun: unit.runId, worker: '' }
      await database.transaction((session) => putCell(session, shared, { blobs: [], isWhole: false }))
    }
  }
}
