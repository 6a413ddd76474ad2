import type { Cell, ExperimentPlan } from '../../../shared/domain/experiment.ts'
import type { WorkStats } from '../../../shared/lib/measured-work.ts'
import { judgeUnusable } from '../../evaluation/judged/judged-metric.ts'
import { cellId, type PlannedCell } from '../../experiments/matrix.ts'
import type { CallScope, ModelService } from '../../models/model-service.ts'
import type { StoredBlob } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import type { EnginePool } from '../../workers/engine-pool.ts'
import type { ResultRef, SourceRef } from '../../workers/job.ts'
import type { JudgeInput } from '../../workers/jobs/runs/judge-cell.ts'
import { loadResult } from '../sources.ts'
import { watchBudget } from './cell-models.ts'

/** How judging ended. */
export type Judgement =
  | ({ readonly kind: 'finished'; readonly judgements: StoredBlob | null } & Pick<
      Cell,
      'values' | 'isJudgeFlipped' | 'warnings'
    >)
  | { readonly kind: 'out-of-budget'; readonly reason: string }
  | { readonly kind: 'cancelled' }

type Judged = {
  readonly source: SourceRef
  /** Null where the context was left as it was. */
  readonly payload: ResultRef | null
  readonly stats: WorkStats
  /** An earlier answer of the judge could not be used. */
  readonly isAskedAnew: boolean
}

/** Measures what came of a cell by the metrics that ask a model. */
export type CellJudge = (cell: PlannedCell, judged: Judged) => Promise<Judgement>

export type JudgeServices = {
  readonly store: Store
  readonly engine: EnginePool
  readonly models: ModelService
  readonly signal: AbortSignal
  readonly experimentId: string
  readonly plan: ExperimentPlan
  readonly limits: Pick<CallScope, 'maxExperimentUsd' | 'ignoreCache'>
  /** When this run began; milliseconds since 1970. */
  readonly startedTs: number
  /** Resolves once the cell of this id has ended, however it did; at once where nobody does it. */
  readonly ended: (cellId: string) => Promise<void>
}

/** The judge of an experiment; null where no metric asks a model. */
export function createCellJudge(services: JudgeServices): CellJudge | null {
  const { plan } = services
  const metricIds = plan.metrics.filter(({ needsModel }) => needsModel).map(({ id }) => id)
  const { judge } = plan.file
  if (metricIds.length === 0 || judge === undefined) return null
  const lines = new Map<string, Promise<unknown>>()
  return async (cell, judged) => {
    // Before it takes its place in the line: the baseline itself must not stand behind who waits for it.
    const baseline = await baselineOf(services, cell, judged)
    // One after the other: variants of a checkpoint ask some of the same questions, and the second gets a kept answer.
    const before = lines.get(cell.checkpoint.id) ?? Promise.resolve()
    const own = before
      .catch(() => undefined)
      .then(() => judgeOne(services, { ...judged, baseline, metricIds, judge }))
    lines.set(cell.checkpoint.id, own)
    return own
  }
}

async function judgeOne(
  { engine, models, experimentId, limits, signal, startedTs }: JudgeServices,
  {
    payload,
    judge,
    isAskedAnew,
    ...rest
  }: Judged &
    Pick<JudgeInput, 'baseline' | 'metricIds'> & {
      readonly judge: NonNullable<ExperimentPlan['file']['judge']>
    },
): Promise<Judgement> {
  // All variants of a checkpoint are to be asked the same questions, so that answers of this very run are always good.
  const answersSince = limits.ignoreCache || isAskedAnew ? startedTs : undefined
  const scope = {
    ...limits,
    ignoreCache: false,
    answersSince,
    experimentId,
    runId: null,
    taskId: null,
    maxRunUsd: null,
  }
  const opened = await models.open(judge.profile, scope)
  if (!opened.ok) {
    const message = `The judge ${judge.profile} cannot be asked: ${opened.obstacle}`
    return nothingJudged([{ code: judgeUnusable, message }])
  }
  const { watch, refusal } = watchBudget()
  const { info } = opened.model
  const { probes, profile: judgeProfileId } = judge
  const output = await engine
    .run(
      'judgeCell',
      { ...rest, result: payload, judge: info, judgeProfileId, probes },
      { signal, models: () => watch(opened.model) },
    )
    .catch((error: unknown) => {
      if (signal.aborted) return { kind: 'cancelled' as const }
      const message = error instanceof Error ? error.message : String(error)
      return nothingJudged([{ code: 'worker-failed', message }])
    })
  const reason = refusal()
  return reason === null ? output : { kind: 'out-of-budget', reason }
}

function nothingJudged(warnings: Cell['warnings']): Judgement {
  return { kind: 'finished', values: {}, isJudgeFlipped: null, warnings, judgements: null }
}

/** The baseline itself is its own: nobody needs to be asked about equal contexts. */
async function baselineOf(
  { store, experimentId, plan, ended }: JudgeServices,
  { variant, checkpoint }: PlannedCell,
  { payload }: Judged,
): Promise<JudgeInput['baseline']> {
  if (variant.id === plan.baselineId) return { result: payload }
  const id = cellId(plan.baselineId, checkpoint.id, 1)
  await ended(id)
  const cell = await store.experiments.cell(experimentId, id)
  if (cell === null || cell.status === 'failed') return null
  return { result: cell.payloadBlob === null ? null : await loadResult(store, cell.payloadBlob) }
}
