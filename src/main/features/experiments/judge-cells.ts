import type { WorkStats } from '../../../shared/condense/measured-work.ts'
import type { Cell, ExperimentPlan } from '../../../shared/experiments/experiment-types.ts'
import { describeError } from '../../../shared/kernel/describe-error.ts'
import type { EnginePool } from '../../jobs/engine-pool.ts'
import type { LanguageModel } from '../../kernel/language-model.ts'
import { judgeUnusable } from '../../measure/judged/judged-metric.ts'
import type { CallScope, ModelService } from '../../platform/models/model-service.ts'
import type { StoredBlob } from '../../platform/store/records.ts'
import type { ResultRef, SourceRef } from '../../platform/workers/job.ts'
import { buildCellId, type PlannedCell } from './compute/matrix.ts'
import type { JudgeInput } from './jobs/judge-cell.ts'
import { watchBudget } from './watch-budget.ts'

/** How judging ended. */
export type Judgement =
  | ({ readonly kind: 'finished'; readonly judgements: StoredBlob | null } & Pick<
      Cell,
      'values' | 'gaps' | 'isJudgeFlipped' | 'warnings'
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
  readonly engine: EnginePool
  readonly models: ModelService
  readonly signal: AbortSignal
  readonly experimentId: string
  readonly plan: ExperimentPlan
  readonly limits: Pick<CallScope, 'maxExperimentUsd' | 'ignoreCache'>
  /** When this run began; milliseconds since 1970. */
  readonly startedTs: number
  /**
   * The result of a cell of this id, once it has ended: null for a context that was left as it was, undefined where there
   * is none.
   */
  readonly findResult: (cellId: string) => Promise<ResultRef | null | undefined>
}

/** The judge of an experiment; null where no metric asks a model. */
export function createCellJudge(services: JudgeServices): CellJudge | null {
  const { plan } = services
  const metricIds = plan.metrics.filter(({ needsModel }) => needsModel).map(({ id }) => id)
  if (metricIds.length === 0) return null
  const lines = new Map<string, Promise<unknown>>()
  return async (cell, judged) => {
    // Before it takes its place in the line: the baseline itself must not stand behind who waits for it.
    const baseline = await findJudgedBaseline(services, cell, judged)
    // One after the other: variants of a checkpoint ask some of the same questions, and the second gets a kept answer.
    const before = lines.get(cell.checkpoint.id) ?? Promise.resolve()
    const own = before
      .catch(() => undefined)
      .then(() => judgeOne(services, { ...judged, baseline, metricIds }))
    lines.set(cell.checkpoint.id, own)
    return own
  }
}

async function judgeOne(
  { engine, models, experimentId, limits, signal, startedTs, plan }: JudgeServices,
  { payload, isAskedAnew, ...rest }: Judged & Pick<JudgeInput, 'baseline' | 'metricIds'>,
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
  const asked = askedJudge(plan)
  const opened = asked === undefined ? null : await models.open(asked.profile, scope)
  if (asked !== undefined && opened?.ok === false) {
    const message = `The profile ${asked.profile} cannot be asked: ${opened.obstacle}`
    return buildNothingJudged(rest.metricIds, { code: judgeUnusable, message })
  }
  const model = opened?.ok === true ? opened.model : null
  const { watch, refusal } = watchBudget()
  const output = await engine
    .run(
      'judgeCell',
      {
        ...rest,
        result: payload,
        judge: buildModelInput(asked, model),
      },
      { signal, models: (profileId) => watch(profileId === asked?.profile ? model : null) },
    )
    .catch((error: unknown) => {
      if (signal.aborted) return { kind: 'cancelled' as const }
      const message = describeError(error)
      return buildNothingJudged(rest.metricIds, { code: 'worker-failed', message })
    })
  const reason = refusal()
  return reason === null ? output : { kind: 'out-of-budget', reason }
}

/** Whom the metrics of a plan ask; undefined where none asks a model. */
export function askedJudge({
  file,
  metrics,
}: Pick<ExperimentPlan, 'file' | 'metrics'>): ExperimentPlan['file']['judge'] {
  return metrics.some(({ needsModel }) => needsModel) ? file.judge : undefined
}

function buildModelInput(
  asked: ExperimentPlan['file']['judge'],
  model: LanguageModel | null,
): JudgeInput['judge'] {
  if (asked === undefined || model === null) return null
  const { profile: profileId, ...sizes } = asked
  return { ...sizes, profileId, info: model.info }
}

function buildNothingJudged(metricIds: readonly string[], warning: Cell['warnings'][number]): Judgement {
  const { message } = warning
  const gaps = Object.fromEntries(metricIds.map((id) => [id, { code: 'failed' as const, message }]))
  return { kind: 'finished', values: {}, gaps, isJudgeFlipped: null, warnings: [warning], judgements: null }
}

/** The baseline itself is its own: nobody needs to be asked about equal contexts. */
async function findJudgedBaseline(
  { plan, findResult }: Pick<JudgeServices, 'plan' | 'findResult'>,
  { variant, checkpoint }: PlannedCell,
  { payload }: Judged,
): Promise<JudgeInput['baseline']> {
  if (variant.id === plan.baselineId) return { result: payload }
  const result = await findResult(buildCellId(plan.baselineId, checkpoint.id, 1))
  return result === undefined ? null : { result }
}
