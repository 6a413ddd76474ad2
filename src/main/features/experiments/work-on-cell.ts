import type { Cell, ExperimentPlan } from '../../../shared/experiments/experiment-types.ts'
import type { EnginePool } from '../../jobs/engine-pool.ts'
import { judgeUnusable } from '../../measure/judged/judged-metric.ts'
import { changeOfBill } from '../../measure/metrics/change-of-bill.ts'
import type { CallScope, ModelService } from '../../platform/models/model-service.ts'
import type { StoredBlob, StoredCell } from '../../platform/store/records.ts'
import type { Store } from '../../platform/store/store.ts'
import type { SourceRef } from '../../platform/workers/job.ts'
import type { AfterCutFinder } from '../condense/after-cut.ts'
import { createCrashedOutcome } from '../condense/create-empty-outcome.ts'
import type { PlannedCell } from './compute/matrix.ts'
import type { CellEnd } from './compute/run-cells.ts'
import { computeSampleNumber } from './compute/second-sample.ts'
import { listOwnControls } from './experiment-metrics.ts'
import type { CellOutput } from './jobs/run-cell.ts'
import type { CellJudge, Judgement } from './judge-cells.ts'
import { openVariant } from './open-variant.ts'

/** What doing the cells of an experiment takes; what is kept of them is for others. */
export type CellPlace = {
  readonly engine: EnginePool
  readonly models: ModelService
  readonly now: () => number
  readonly signal: AbortSignal
  readonly experimentId: string
  readonly plan: ExperimentPlan
  readonly limits: Pick<CallScope, 'maxExperimentUsd' | 'ignoreCache'>
  readonly findSource: (cell: PlannedCell) => Promise<SourceRef>
  readonly afterCutOf: AfterCutFinder
  /** The model that a task was done with; null where it is not known. */
  readonly findTaskModel: (taskId: string) => Promise<string | null>
  readonly judge: CellJudge | null
}

/** A place whose cells are kept in the store of this process. */
export type CellWorkplace = CellPlace & {
  readonly store: Store
  /** Hears of each cell that ended, once it is kept. */
  readonly tell: (cell: Cell) => Promise<void>
}

/** A cell that was done here, and what came of it. */
type DoneCell = {
  readonly kind: 'done'
  readonly cell: Cell
  readonly refs: Pick<StoredCell, 'payloadBlob' | 'judgementsBlob'>
  readonly blobs: readonly StoredBlob[]
}

/**
 * Does a cell and keeps nothing of it: experiments, workers of a team and the measuring of the library all come here.
 * `isAskedAnew` where an earlier answer of its judge could not be used.
 */
export async function doCell(
  place: CellPlace,
  cell: PlannedCell,
  isAskedAnew = false,
): Promise<DoneCell | CellEnd> {
  const { engine, models, signal, plan } = place
  const { variant, checkpoint } = cell
  const opened = await openVariant(models, variant, buildCellScope(place, cell))
  const source = await place.findSource(cell)
  const metricIds = plan.metrics.filter(({ needsModel }) => !needsModel).map(({ id }) => id)
  const input = {
    ...opened.input,
    source,
    metricIds,
    ownControls: listOwnControls(plan.metrics),
    pinConstraints: variant.pinConstraints,
    keptEnds: opened.keptEnds,
    taskModel: await place.findTaskModel(checkpoint.taskId),
    mayAsk: variant.model !== null,
  }
  let output: CellOutput
  try {
    const isBilled = metricIds.includes(changeOfBill.id)
    const afterCut = isBilled ? await place.afterCutOf(checkpoint, source) : null
    output = await engine.run('runCell', { ...input, afterCut }, { signal, models: opened.find })
    const refusal = opened.refusal()
    if (refusal !== null) return { kind: 'out-of-budget', reason: refusal }
  } catch (error) {
    output = buildCrashedCell(error)
  }
  if (output.kind === 'cancelled' || signal.aborted) return { kind: 'cancelled' }
  const { payload, outcome } = output
  const judged =
    place.judge === null || outcome.status === 'failed'
      ? noJudgement
      : await place.judge(cell, { source, payload, stats: outcome.stats, isAskedAnew })
  if (judged.kind !== 'finished') return judged
  const { judgements } = judged
  return {
    kind: 'done',
    cell: { ...toCell(cell, output, judged), isReused: false, finishedTs: place.now() },
    refs: { payloadBlob: payload?.hash ?? null, judgementsBlob: judgements?.hash ?? null },
    blobs: [payload, judgements].filter((blob) => blob !== null),
  }
}

/** A judge that could not be had when it was done may be there now. */
export function isWhole({ warnings }: Pick<Cell, 'warnings'>): boolean {
  return !warnings.some(({ code }) => code === judgeUnusable)
}

const noJudgement: Extract<Judgement, { kind: 'finished' }> = {
  kind: 'finished',
  values: {},
  isJudgeFlipped: null,
  warnings: [],
  judgements: null,
}

type FinishedCell = Extract<CellOutput, { kind: 'finished' }>

function buildCellScope(
  { experimentId, limits, now }: CellPlace,
  cell: PlannedCell,
): Omit<CallScope, 'maxRunUsd'> {
  const { id, checkpoint } = cell
  const runId = `${experimentId} ${id} ${now()}`
  return { ...limits, experimentId, runId, taskId: checkpoint.taskId, sample: computeSampleNumber(cell) }
}

/** A cell whose worker died or threw. */
function buildCrashedCell(error: unknown): FinishedCell {
  return {
    kind: 'finished',
    outcome: createCrashedOutcome(error),
    payload: null,
    values: {},
    chance: null,
    timeMs: { total: 0, model: 0, counting: 0 },
  }
}

function toCell(
  { id, variant, checkpoint, repeat }: PlannedCell,
  { outcome, values, gaps, chance, controls, timeMs }: FinishedCell,
  judged: Pick<Cell, 'values' | 'gaps' | 'isJudgeFlipped' | 'warnings'>,
): Omit<Cell, 'isReused' | 'finishedTs'> {
  const isDone = outcome.status !== 'failed'
  const { cacheHits } = outcome.stats
  return {
    id,
    variantId: variant.id,
    checkpointId: checkpoint.id,
    repeat,
    status: isDone ? 'done' : 'failed',
    outcome: outcome.status,
    stats: outcome.stats,
    values: { ...values, ...judged.values },
    ...(gaps === undefined && judged.gaps === undefined ? {} : { gaps: { ...gaps, ...judged.gaps } }),
    chance,
    ...(controls === undefined ? {} : { controls }),
    isJudgeFlipped: judged.isJudgeFlipped,
    timeMs,
    warnings: [
      ...outcome.warnings,
      ...(cacheHits === 0 ? [] : [buildKeptAnswersWarning(cacheHits)]),
      ...judged.warnings,
    ],
    reason: outcome.reason,
    error: outcome.error,
  }
}

function buildKeptAnswersWarning(count: number): Cell['warnings'][number] {
  const message = `${count} ${count === 1 ? 'answer was' : 'answers were'} kept from an earlier call: the cost is what it took then, and the time was not measured.`
  return { code: 'answers-kept', message }
}

/** A cell that takes what came of an identical one. */
export function reuseCell(
  { experimentId, now }: Pick<CellWorkplace, 'experimentId' | 'now'>,
  cell: PlannedCell,
  known: StoredCell,
): StoredCell {
  const { id, variant, checkpoint, repeat } = cell
  return {
    ...known,
    experimentId,
    id,
    variantId: variant.id,
    checkpointId: checkpoint.id,
    repeat,
    isReused: true,
    finishedTs: now(),
  }
}

/** Keeps a cell with its contents, and tells of it. */
export async function keepCell(
  { store, tell }: Pick<CellWorkplace, 'store' | 'tell'>,
  stored: StoredCell,
  blobs: readonly StoredBlob[],
): Promise<CellEnd> {
  await store.experiments.saveCell(stored, blobs)
  await tell(toPublic(stored))
  return { kind: 'ended' }
}

/** A cell without what only the store needs. */
export function toPublic({
  experimentId: _experimentId,
  key: _key,
  payloadBlob: _payloadBlob,
  judgementsBlob: _judgementsBlob,
  ...cell
}: StoredCell): Cell {
  return cell
}
