import type { ExperimentEvent, ExperimentPlan } from '../../../shared/experiments/experiment-types.ts'
import { describeError } from '../../../shared/kernel/describe-error.ts'
import type { StoredExperiment } from '../../platform/store/records.ts'
import type { SourceRef } from '../../platform/workers/job.ts'
import { Problem } from '../common/problem.ts'
import { requireExperiment, requireExperimentSummary } from '../common/require-stored.ts'
import { createAfterCutFinder } from '../condense/after-cut.ts'
import { loadResult, loadSource } from '../library/sources.ts'
import { computeCellKey, findModelIdentities } from './compute-cell-key.ts'
import type { PlannedCell } from './compute/matrix.ts'
import { runCells, type CellEnd, type CellsEnd } from './compute/run-cells.ts'
import { countCells } from './compute/summarise-experiment.ts'
import type { ExperimentDependencies } from './experiment-service.ts'
import { createCellJudge } from './judge-cells.ts'
import { selectShardCells } from './parts/select-shard-cells.ts'
import { doCell, isWhole, keepCell, reuseCell, toPublic, type CellWorkplace } from './work-on-cell.ts'

export type ExperimentRun = {
  readonly signal: AbortSignal
  readonly ignoreCache: boolean
  /** Does cells again whose judge gave no usable answer. */
  readonly retryFailed: boolean
  /** No call is made that could bring the experiment above this; US dollars, null for no limit. */
  readonly maxExperimentUsd: number | null
  readonly tell: (event: ExperimentEvent) => void
  /** Has the cells done by others; they are done by this process where it is left out. */
  readonly elsewhere?: CellsElsewhere | undefined
}

/** Has cells done by other machines, and keeps what comes back. */
export type CellsElsewhere = (
  experiment: StoredExperiment,
  cells: readonly PlannedCell[],
  at: {
    readonly place: CellWorkplace
    readonly computeKey: (cell: PlannedCell) => string
    readonly run: ExperimentRun
  },
) => Promise<CellsEnd>

/** Does the cells that an experiment of this process lacks, and keeps how it ended. */
export async function runExperiment(
  dependencies: ExperimentDependencies,
  id: string,
  run: ExperimentRun,
): Promise<void> {
  const { store, now } = dependencies
  const end = await begin(dependencies, id, run).catch((error: unknown) => ({
    kind: 'failed' as const,
    error,
  }))
  const reason = end.kind === 'stopped' ? end.reason : end.kind === 'failed' ? describeError(end.error) : ''
  await store.experiments.finish(id, { status: end.kind, reason, finishedTs: now() })
}

/** What was spent where this run books nothing counts, too: here before it went to a database, and on one before. */
async function begin(
  dependencies: ExperimentDependencies,
  id: string,
  run: ExperimentRun,
): Promise<CellsEnd> {
  const { store } = dependencies
  const experiment = await requireExperiment(store, id)
  const { costUsd } = await requireExperimentSummary(store, id)
  const bookedUsd = experiment.bookedUsd ?? 0
  const spentUsd = run.elsewhere === undefined ? bookedUsd : costUsd - bookedUsd
  const { maxExperimentUsd: limit } = run
  const maxExperimentUsd = limit === null ? null : Math.max(0, limit - spentUsd)
  return workOnExperiment(dependencies, experiment, { ...run, maxExperimentUsd })
}

async function workOnExperiment(
  dependencies: ExperimentDependencies,
  experiment: StoredExperiment,
  run: ExperimentRun,
): Promise<CellsEnd> {
  const { store } = dependencies
  const { id, plan } = experiment
  const stored = await store.experiments.cells(id)
  const cells = new Map(stored.map((cell) => [cell.id, toPublic(cell)]))
  const missing = selectShardCells(plan).filter(({ id: cellId }) => {
    const known = cells.get(cellId)
    return known === undefined || (run.retryFailed && !isWhole(known))
  })
  const places = await createWorkplaces(dependencies, experiment, run, async (cell) => {
    cells.set(cell.id, cell)
    const costUsd = (await store.experiments.summary(id))?.costUsd ?? 0
    run.tell({ kind: 'cell', cell, cells: countCells(plan, [...cells.values()]), costUsd })
  })
  if (run.elsewhere !== undefined) return run.elsewhere(experiment, missing, places)
  return runCells(missing, {
    concurrency: plan.file.concurrency,
    signal: run.signal,
    work: createTurnTaker(places),
  })
}

type Workplaces = {
  readonly place: CellWorkplace
  readonly computeKey: (cell: PlannedCell) => string
  readonly begun: Map<string, Promise<void>>
  readonly run: ExperimentRun
}

/** A cell that is identical to one that is being done waits for that one, and takes what comes of it. */
function createTurnTaker({
  place,
  computeKey,
  begun,
  run,
}: Workplaces): (cell: PlannedCell) => Promise<CellEnd> {
  const byKey = new Map<string, Promise<unknown>>()
  return async (cell) => {
    const key = computeKey(cell)
    const twin = place.limits.ignoreCache ? undefined : byKey.get(key)
    const done = (async (): Promise<CellEnd> => {
      await twin?.catch(() => undefined)
      if (run.signal.aborted) return { kind: 'cancelled' }
      run.tell({ kind: 'cell-started', cellId: cell.id })
      return workOnCell(place, cell, key)
    })()
    byKey.set(key, done)
    begun.set(
      cell.id,
      done.then(
        () => undefined,
        () => undefined,
      ),
    )
    return done
  }
}

/** Does a cell and keeps it, or takes an identical one that is there already. */
async function workOnCell(place: CellWorkplace, cell: PlannedCell, key: string): Promise<CellEnd> {
  const { store, experimentId, limits } = place
  const known = limits.ignoreCache ? undefined : (await store.experiments.findCells([key])).get(key)
  if (known !== undefined && isWhole(known)) return keepCell(place, reuseCell(place, cell, known), [])
  const done = await doCell(place, cell, known !== undefined)
  if (done.kind !== 'done') return done
  return keepCell(place, { ...done.cell, ...done.refs, experimentId, key }, done.blobs)
}

async function createWorkplaces(
  { store, engine, models, now, info }: ExperimentDependencies,
  { id, plan, sources }: StoredExperiment,
  run: ExperimentRun,
  tell: CellWorkplace['tell'],
): Promise<Workplaces> {
  const { signal, ignoreCache, maxExperimentUsd } = run
  const identities = await findModelIdentities(store, plan)
  const begun = new Map<string, Promise<void>>()
  const limits = { ignoreCache, maxExperimentUsd }
  const common = { engine, models, signal, experimentId: id, plan, limits }
  const judge = createCellJudge({
    ...common,
    startedTs: now(),
    findResult: async (cellId) => {
      await begun.get(cellId)
      const cell = await store.experiments.cell(id, cellId)
      if (cell === null || cell.status === 'failed') return undefined
      return cell.payloadBlob === null ? null : loadResult(store, cell.payloadBlob)
    },
  })
  const place = {
    ...common,
    store,
    now,
    findSource: createSourceFinder(store, plan, sources),
    afterCutOf: createAfterCutFinder({ store, engine }, signal),
    findTaskModel: async (taskId: string) => (await store.tasks.summary(taskId))?.model ?? null,
    judge,
    tell,
  }
  const computeKey = (cell: PlannedCell): string => computeCellKey(cell, plan, identities, info.version)
  return { place, computeKey, begun, run }
}

/** Sources are large; those of the checkpoints at hand are kept. */
function createSourceFinder(
  store: ExperimentDependencies['store'],
  plan: ExperimentPlan,
  sources: StoredExperiment['sources'],
): CellWorkplace['findSource'] {
  let last: { readonly snapshotSha256: string; readonly source: Promise<SourceRef> } | null = null
  return async ({ checkpoint: { snapshotSha256, index } }) => {
    if (last?.snapshotSha256 !== snapshotSha256) {
      const known = sources.find((source) => source.snapshotSha256 === snapshotSha256)
      if (known === undefined) {
        throw new Problem({
          code: 'storage',
          message: 'The stored history of a checkpoint is missing from the database',
          where: plan.file.name,
          hint: 'Start the experiment anew.',
        })
      }
      last = { snapshotSha256, source: loadSource(store, known.sourceBlob) }
    }
    return { ...(await last.source), cut: index }
  }
}
