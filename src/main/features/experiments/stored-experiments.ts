import { z } from 'zod'
import type { MeasuredMetric } from '../../../shared/activity/quality-types.ts'
import { outcomeSummarySchema, type OutcomeSummary } from '../../../shared/condense/outcome-types.ts'
import type { CellDetail, ExperimentDetail } from '../../../shared/experiments/contract.ts'
import type { ExperimentResults } from '../../../shared/experiments/experiment-results-types.ts'
import type { PlannedCheckpoint } from '../../../shared/experiments/experiment-types.ts'
import { evidenceSchema } from '../../../shared/kernel/evidence.ts'
import { Recent } from '../../../shared/kernel/recent.ts'
import { recordedMethodId } from '../../../shared/methods/method-choice-types.ts'
import { changeOfBill } from '../../measure/metrics/change-of-bill.ts'
import { findKeptMethod } from '../../methods/restore-method.ts'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import type { StoredCell, StoredExperiment } from '../../platform/store/records.ts'
import { unpackText } from '../../platform/workers/compression.ts'
import type { ResultRef, SourceRef } from '../../platform/workers/job.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { requireExperiment, requireExperimentSummary } from '../common/require-stored.ts'
import { createAfterCutFinder } from '../condense/after-cut.ts'
import { createEmptyOutcome } from '../condense/create-empty-outcome.ts'
import { loadResult, loadSource } from '../library/sources.ts'
import type { ExperimentState } from './compute/summarise-experiment.ts'
import { toPublic } from './work-on-cell.ts'

type StoredServices = Pick<CoreServices, 'store' | 'engine'>

/** Everything that is kept of an experiment, without the contexts themselves. */
export async function loadExperimentDetail(
  { store }: Pick<CoreServices, 'store'>,
  experimentId: string,
): Promise<ExperimentDetail> {
  const { text, plan } = await requireExperiment(store, experimentId)
  const cells = await store.experiments.cells(experimentId)
  return {
    summary: await requireExperimentSummary(store, experimentId),
    text,
    plan,
    cells: cells.map(toPublic),
  }
}

/** All figures of the cells that are there. A problem where no variant is called like the baseline. */
export async function loadExperimentResults(
  services: StoredServices,
  experimentId: string,
  baselineId?: string,
): Promise<ExperimentResults> {
  const { plan, cells } = await loadExperimentDetail(services, experimentId)
  if (baselineId !== undefined && !plan.variants.some(({ id }) => id === baselineId)) {
    throw new Problem({
      code: 'bad-input',
      message: `The experiment has no variant ${baselineId}`,
      where: baselineId,
      hint: `Choose one of: ${plan.variants.map(({ id }) => id).join(', ')}.`,
    })
  }
  return summariseState(services.engine, { plan, cells, baselineId })
}

/** Thousands of resamples for each figure take seconds: figures of the same cells are those of the last time. */
const mostKept = 16
const kept = new WeakMap<StoredServices['engine'], Recent<Promise<ExperimentResults>>>()

function summariseState(
  engine: StoredServices['engine'],
  state: ExperimentState,
): Promise<ExperimentResults> {
  const all = kept.get(engine) ?? new Recent<Promise<ExperimentResults>>(mostKept)
  kept.set(engine, all)
  const key = computeSha256(JSON.stringify(state))
  return all.get(key, () =>
    engine.run('summariseCells', state).catch((error: unknown) => {
      all.forget(key)
      throw error
    }),
  )
}

/** What there is to look at of a cell: its source, and its result where it has one. */
export type CellView = {
  readonly experiment: StoredExperiment
  readonly cell: StoredCell
  /** Null where the plan has it no more. */
  readonly checkpoint: PlannedCheckpoint | null
  /** Null where the history is not in this library. */
  readonly source: SourceRef | null
  /** Null where the context was left as it was, or the result was not imported. */
  readonly result: ResultRef | null
  /** The model of the task; null where it is not known. */
  readonly taskModel: string | null
  /** Why there is nothing to look at; empty where there is. */
  readonly missing: string
}

/** A cell with its source and result. */
export async function viewCell(
  { store }: Pick<CoreServices, 'store'>,
  { experimentId, cellId }: { readonly experimentId: string; readonly cellId: string },
): Promise<CellView> {
  const experiment = await requireExperiment(store, experimentId)
  const cell = await store.experiments.cell(experimentId, cellId)
  if (cell === null) {
    throw new Problem({
      code: 'not-found',
      message: `The experiment has no cell ${cellId}, or it has not ended yet`,
      where: cellId,
      hint: 'Cells are named <variant>/<checkpoint>/<repeat>.',
    })
  }
  const checkpoint = experiment.plan.checkpoints.find(({ id }) => id === cell.checkpointId)
  const known = checkpoint === undefined ? undefined : await findCellSource(store, experiment, checkpoint)
  if (checkpoint === undefined || known === undefined) {
    const missing = 'The task of this cell is not in this library: open it to see what the figures rest on.'
    return {
      experiment,
      checkpoint: checkpoint ?? null,
      cell,
      source: null,
      result: null,
      taskModel: null,
      missing,
    }
  }
  const source = { ...(await loadSource(store, known.sourceBlob)), cut: checkpoint.index }
  const result = cell.payloadBlob === null ? null : await loadResult(store, cell.payloadBlob)
  const task = await store.tasks.summary(checkpoint.taskId)
  return {
    experiment,
    checkpoint,
    cell,
    source,
    result,
    taskModel: task?.model ?? null,
    missing: explainMissing(cell),
  }
}

/** An imported experiment finds its task as soon as that is opened. */
async function findCellSource(
  { tasks }: Pick<CoreServices['store'], 'tasks'>,
  { sources }: Pick<StoredExperiment, 'sources'>,
  { snapshotSha256 }: Pick<PlannedCheckpoint, 'snapshotSha256'>,
): Promise<StoredExperiment['sources'][number] | undefined> {
  const own = sources.find((source) => source.snapshotSha256 === snapshotSha256)
  return own ?? (await tasks.findSources([snapshotSha256]))[0]
}

function explainMissing({ status, outcome, payloadBlob, error }: StoredCell): string {
  if (status === 'failed') return `The cell failed: ${error?.message ?? 'no reason was given'}`
  if (outcome === 'condensed' && payloadBlob === null)
    return 'The experiment was imported without its results.'
  return ''
}

/** A cell that can be looked at; a problem where it cannot. */
export async function requireCellView(
  services: Pick<CoreServices, 'store'>,
  at: { readonly experimentId: string; readonly cellId: string },
): Promise<{ readonly source: SourceRef; readonly result: ResultRef | null }> {
  const { source, result, missing } = await viewCell(services, at)
  if (source !== null && missing === '') return { source, result }
  throw new Problem({
    code: 'not-found',
    message: missing,
    where: at.cellId,
    hint: 'Its figures are still there.',
  })
}

/** A cell with all that its numbers rest on. */
export async function loadCellDetail(
  services: StoredServices,
  at: { readonly experimentId: string; readonly cellId: string },
): Promise<CellDetail> {
  const view = await viewCell(services, at)
  const { cell } = view
  return {
    cell: toPublic(cell),
    outcome: findCellOutcome(cell, view.result),
    measured: [...(await measureCell(services, view))],
    missing: view.missing,
  }
}

/** The values as they were measured, each with its evidence where that can be had. */
async function measureCell(
  { store, engine }: StoredServices,
  { experiment, checkpoint, cell, source, result, taskModel, missing }: CellView,
): Promise<readonly MeasuredMetric[]> {
  const judged = await readJudgements(store, cell)
  const variant = experiment.plan.variants.find(({ id }) => id === cell.variantId)
  const isBilled = checkpoint !== null && source !== null && changeOfBill.id in cell.values
  const afterCut = isBilled ? await createAfterCutFinder({ store, engine })(checkpoint, source) : null
  const fresh =
    source === null || missing !== ''
      ? []
      : (
          await engine.run('measureRun', {
            source,
            result,
            stats: cell.stats ?? createEmptyOutcome(0).stats,
            keptEnds: (variant === undefined ? null : findKeptMethod(variant)?.keptEnds) ?? {
              first: 0,
              last: 0,
            },
            passes: findCellOutcome(cell, result)?.passes ?? [],
            timeMs: cell.timeMs,
            taskModel,
            afterCut,
            mayAsk: variant?.model != null,
            isRecorded: variant?.providerId === recordedMethodId,
            withHeadStart: experiment.plan.metrics.some(({ id }) => id === 'head-start'),
          })
        ).measured
  const evidence = new Map(fresh.map((one) => [one.metric, one.evidence]))
  return experiment.plan.metrics.map(({ id }) => ({
    metric: id,
    value: cell.values[id] ?? null,
    evidence: judged[id] ?? evidence.get(id) ?? null,
  }))
}

const judgementsSchema = z
  .record(z.string(), z.looseObject({ kind: z.string() }))
  // Evidence of the likelihood of next actions, which earlier versions measured, has no place to be shown.
  .transform((kept) =>
    Object.fromEntries(Object.entries(kept).filter(([, { kind }]) => kind !== 'likelihood')),
  )
  .pipe(z.record(z.string(), evidenceSchema))

async function readJudgements(
  store: CoreServices['store'],
  { judgementsBlob }: StoredCell,
): Promise<z.infer<typeof judgementsSchema>> {
  if (judgementsBlob === null) return {}
  const { bytes } = await loadResult(store, judgementsBlob)
  return judgementsSchema.parse(JSON.parse(unpackText(bytes)))
}

const payloadOutcomeSchema = z.object({ outcome: outcomeSummarySchema.optional() })

/** What the run said of itself: whole where the result is there, else what the cell keeps of it. */
function findCellOutcome(cell: StoredCell, result: ResultRef | null): OutcomeSummary | null {
  const kept =
    result === null ? undefined : payloadOutcomeSchema.parse(JSON.parse(unpackText(result.bytes))).outcome
  if (kept !== undefined) return kept
  if (cell.stats === null) return null
  const { outcome: status, stats, warnings, reason, error } = cell
  return { ...createEmptyOutcome(stats.originalTokens), status, stats, warnings, reason, error }
}
