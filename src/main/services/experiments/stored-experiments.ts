import type { CellDetail, ExperimentDetail } from '../../../shared/api/experiments.ts'
import { evidenceSchema } from '../../../shared/domain/evidence.ts'
import type { PlannedCheckpoint } from '../../../shared/domain/experiment.ts'
import type { ExperimentResults } from '../../../shared/domain/experiment-results.ts'
import { outcomeSummarySchema, type OutcomeSummary } from '../../../shared/domain/outcome.ts'
import type { MeasuredMetric } from '../../../shared/domain/quality.ts'
import { z } from 'zod'
import type { StoredCell, StoredExperiment } from '../../store/records.ts'
import type { ExperimentState } from '../../evaluation/results/summarise-experiment.ts'
import { Recent } from '../../../shared/lib/recent.ts'
import { sha256, unpackText } from '../../workers/compression.ts'
import type { ResultRef, SourceRef } from '../../workers/job.ts'
import { changeOfBill } from '../../evaluation/metrics/change-of-bill.ts'
import { createAfterCutFinder } from '../after-cut.ts'
import { emptyOutcome } from '../runs/empty-outcome.ts'
import { Problem } from '../problem.ts'
import type { CoreServices } from '../core-services.ts'
import { loadResult, loadSource } from '../sources.ts'
import { requireExperiment, requireExperimentSummary } from '../require-stored.ts'
import { stepOf } from './step-of.ts'
import { toPublic } from './work-on-cell.ts'

type StoredServices = Pick<CoreServices, 'store' | 'engine'>

/** Everything that is kept of an experiment, without the contexts themselves. */
export async function experimentDetail(
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
export async function experimentResults(
  services: StoredServices,
  experimentId: string,
  baselineId?: string,
): Promise<ExperimentResults> {
  const { plan, cells } = await experimentDetail(services, experimentId)
  if (baselineId !== undefined && !plan.variants.some(({ id }) => id === baselineId)) {
    throw new Problem({
      code: 'bad-input',
      message: `The experiment has no variant ${baselineId}`,
      where: baselineId,
      hint: `Choose one of: ${plan.variants.map(({ id }) => id).join(', ')}.`,
    })
  }
  return summarised(services.engine, { plan, cells, baselineId })
}

/** Thousands of resamples for each figure take seconds: figures of the same cells are those of the last time. */
const mostKept = 16
const kept = new WeakMap<StoredServices['engine'], Recent<Promise<ExperimentResults>>>()

function summarised(engine: StoredServices['engine'], state: ExperimentState): Promise<ExperimentResults> {
  const all = kept.get(engine) ?? new Recent<Promise<ExperimentResults>>(mostKept)
  kept.set(engine, all)
  const key = sha256(JSON.stringify(state))
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
  const known = checkpoint === undefined ? undefined : await sourceOf(store, experiment, checkpoint)
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
    missing: missingIn(cell),
  }
}

/** An imported experiment finds its task as soon as that is opened. */
async function sourceOf(
  { tasks }: Pick<CoreServices['store'], 'tasks'>,
  { sources }: Pick<StoredExperiment, 'sources'>,
  { snapshotSha256 }: Pick<PlannedCheckpoint, 'snapshotSha256'>,
): Promise<StoredExperiment['sources'][number] | undefined> {
  const own = sources.find((source) => source.snapshotSha256 === snapshotSha256)
  return own ?? (await tasks.sourcesOf([snapshotSha256]))[0]
}

function missingIn({ status, outcome, payloadBlob, error }: StoredCell): string {
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
export async function cellDetail(
  services: StoredServices,
  at: { readonly experimentId: string; readonly cellId: string },
): Promise<CellDetail> {
  const view = await viewCell(services, at)
  const { cell } = view
  return {
    cell: toPublic(cell),
    outcome: outcomeOf(cell, view.result),
    measured: [...(await measuredOf(services, view))],
    missing: view.missing,
  }
}

/** The values as they were measured, each with its evidence where that can be had. */
async function measuredOf(
  { store, engine }: StoredServices,
  { experiment, checkpoint, cell, source, result, taskModel, missing }: CellView,
): Promise<readonly MeasuredMetric[]> {
  const judged = await judgementsOf(store, cell)
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
            stats: cell.stats ?? emptyOutcome(0).stats,
            keptEnds: variant === undefined ? { first: 0, last: 0 } : stepOf(variant).bound.keptEnds,
            passes: outcomeOf(cell, result)?.passes ?? [],
            timeMs: cell.timeMs,
            taskModel,
            afterCut,
            mayAsk: variant?.model != null,
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

async function judgementsOf(
  store: CoreServices['store'],
  { judgementsBlob }: StoredCell,
): Promise<z.infer<typeof judgementsSchema>> {
  if (judgementsBlob === null) return {}
  const { bytes } = await loadResult(store, judgementsBlob)
  return judgementsSchema.parse(JSON.parse(unpackText(bytes)))
}

const payloadOutcomeSchema = z.object({ outcome: outcomeSummarySchema.optional() })

/** What the run said of itself: whole where the result is there, else what the cell keeps of it. */
function outcomeOf(cell: StoredCell, result: ResultRef | null): OutcomeSummary | null {
  const kept =
    result === null ? undefined : payloadOutcomeSchema.parse(JSON.parse(unpackText(result.bytes))).outcome
  if (kept !== undefined) return kept
  if (cell.stats === null) return null
  const { outcome: status, stats, warnings, reason, error } = cell
  return { ...emptyOutcome(stats.originalTokens), status, stats, warnings, reason, error }
}
