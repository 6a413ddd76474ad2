import { Recent } from '../../../shared/kernel/recent.ts'
import type { ModelService } from '../../platform/models/model-service.ts'
import { findCell } from '../../platform/queue/cells.ts'
import { createSharedClaims } from '../../platform/queue/claims.ts'
import { createSharedAnswers, getContent } from '../../platform/queue/contents.ts'
import type { SharedDatabase } from '../../platform/queue/database.ts'
import { createSharedSpending } from '../../platform/queue/money.ts'
import { usageContentSchema, type RunBody } from '../../platform/queue/runs.ts'
import type { Store } from '../../platform/store/store.ts'
import { unpackText } from '../../platform/workers/compression.ts'
import type { ResultRef, SourceRef } from '../../platform/workers/job.ts'
import { toShared } from '../../platform/workers/to-shared.ts'
import type { CoreServices } from '../common/core-services.ts'
import { priceAfter } from '../condense/after-cut.ts'
import { computeCellKey, findModelIdentities } from '../experiments/compute-cell-key.ts'
import { planCells, type PlannedCell } from '../experiments/compute/matrix.ts'
import { createCellJudge } from '../experiments/judge-cells.ts'
import type { CellPlace } from '../experiments/work-on-cell.ts'
import { computeSharedKey } from './known-cells.ts'
import type { OwnLimit } from './own-limit.ts'

/** What a model service needs of a store. */
export type ModelStore = Pick<
  Store,
  'profiles' | 'answers' | 'spending' | 'preferences' | 'claims' | 'keyPermits'
>

export type PlaceServices = Pick<CoreServices, 'store' | 'engine' | 'info' | 'now'> & {
  readonly database: SharedDatabase
  /** Models whose money, answers and claims are those of a store. */
  readonly modelsOver: (store: ModelStore) => ModelService
}

/** An experiment of another machine, as a worker does its cells. */
export type WorkerRun = {
  readonly body: RunBody
  readonly cells: ReadonlyMap<string, PlannedCell>
  readonly place: CellPlace
  /** Notes what came of a cell, for those that are compared with it. */
  readonly note: (cellId: string, result: ResultRef | null) => void
}

/** Histories that are held unpacked for threads. */
const mostSources = 4
/** Results of baselines that a judge may ask for. */
const mostResults = 64

/** A run, and who does its cells. */
type WorkedRun = {
  readonly id: string
  readonly body: RunBody
  readonly owner: string
  readonly ownLimit: OwnLimit
}

/** Makes what it takes to do the cells of a run: keys and profiles are this machine's, all else is the run's. */
export async function createWorkerRun(
  services: PlaceServices,
  { id, body, owner, ownLimit }: WorkedRun,
  signal: AbortSignal,
): Promise<WorkerRun> {
  const { database, store, engine, now, info, modelsOver } = services
  const { plan, policy, maxExperimentUsd, ignoreCache } = body
  const spending = ownLimit.over(createSharedSpending(database, owner))
  // Limits are those of whoever runs the experiment, beside what this machine may spend in a day.
  const preferences = { ...store.preferences, all: async () => ({ policy }) }
  const [answers, claims] = [createSharedAnswers(database), createSharedClaims(database, owner)]
  const { profiles, keyPermits } = store
  const models = modelsOver({ profiles, keyPermits, answers, spending, claims, preferences })
  const cells = new Map(planCells(plan).map((cell) => [cell.id, cell]))
  const identities = await findModelIdentities(store, plan)
  const results = new Recent<ResultRef | null>(mostResults)
  const known = new Set<string>()
  const findResult = async (cellId: string): Promise<ResultRef | null | undefined> => {
    if (known.has(cellId)) return results.find(cellId)
    const cell = cells.get(cellId)
    if (cell === undefined) return undefined
    const key = computeCellKey(cell, plan, identities, info.version)
    const found = await findCell(database, computeSharedKey(key, { ignoreCache, experimentId: id }))
    if (found === null || found.cell.status === 'failed') return undefined
    const hash = found.payloadBlob
    const bytes = hash === null ? null : await getContent(database, hash)
    if (hash === null) return null
    // What cannot be had is not the same as what was left as it was.
    return bytes === null ? undefined : { hash, bytes }
  }
  const limits = { ignoreCache, maxExperimentUsd }
  const common = { engine, models, signal, experimentId: id, plan, limits }
  const sourceOf = createSourceFinder(services, body)
  const usages = new Recent<Promise<string | null>>(mostSources)
  return {
    body,
    cells,
    note: (cellId, result) => {
      known.add(cellId)
      results.get(cellId, () => result)
    },
    place: {
      ...common,
      now,
      findSource: sourceOf,
      findTaskModel: async (taskId) => body.tasks[taskId]?.model ?? null,
      afterCutOf: async ({ taskId, index }, source) => {
        const task = body.tasks[taskId]
        if (task === undefined || task.usage === '') return null
        const text = await usages.get(task.usage, () => readSharedText(database, task.usage))
        if (text === null) return null
        const usage = usageContentSchema.parse(JSON.parse(text))
        return priceAfter(engine, { task: { meta: { usage }, model: task.model }, source, index }, signal)
      },
      judge: createCellJudge({ ...common, startedTs: body.startedTs, findResult }),
    },
  }
}

async function readSharedText(database: SharedDatabase, hash: string): Promise<string | null> {
  const bytes = await getContent(database, hash)
  return bytes === null ? null : unpackText(bytes)
}

/** Histories are fetched once and kept in this machine's store. */
function createSourceFinder(
  { database, store }: PlaceServices,
  { sources }: RunBody,
): CellPlace['findSource'] {
  const open = new Recent<Promise<SourceRef>>(mostSources)
  const load = async (hash: string): Promise<SourceRef> => {
    const kept = await store.blobs.get(hash)
    if (kept !== null) return { hash, bytes: toShared(kept) }
    const bytes = await getContent(database, hash)
    if (bytes === null) throw new Error('The history of a checkpoint is missing from the shared database.')
    await store.blobs.put(hash, bytes)
    return { hash, bytes: toShared(bytes) }
  }
  return async ({ checkpoint: { snapshotSha256, index } }) => {
    const hash = sources[snapshotSha256] ?? ''
    const source = open.get(hash, () =>
      load(hash).catch((error: unknown) => {
        open.forget(hash)
        throw error
      }),
    )
    return { ...(await source), cut: index }
  }
}
