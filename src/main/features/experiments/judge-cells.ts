import type { Cell, ExperimentPlan } from '../../../shared/experiments/experiment-types.ts'
import type { WorkStats } from '../../../shared/home/measured-work-lib.ts'
import type { EnginePool } from '../../jobs/engine-pool.ts'
import type { LanguageModel } from '../../kernel/language-model.ts'
import { judgeUnusable } from '../../measure/judged/judged-metric.ts'
import type { CallScope, ModelService } from '../../platform/models/model-service.ts'
import type { StoredBlob } from '../../platform/store/records.ts'
import type { ResultRef, SourceRef } from '../../platform/workers/job.ts'
import { watchBudget } from './cell-models.ts'
import { buildCellId, type PlannedCell } from './compute/matrix.ts'
import type { JudgeInput } from './jobs/judge-cell.ts'

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
  const asked = selectAskedProfiles(plan)
  const opened = new Map<string, LanguageModel>()
  for (const profileId of new Set([asked.judge, asked.likelihood].flatMap((one) => one?.profile ?? []))) {
    const one = await models.open(profileId, scope)
    if (!one.ok) {
      const message = `The profile ${profileId} cannot be asked: ${one.obstacle}`
      return buildNothingJudged(rest.metricIds, { code: judgeUnusable, message })
    }
    opened.set(profileId, one.model)
  }
  const { watch, refusal } = watchBudget()
  const output = await engine
    .run(
      'judgeCell',
      {
        ...rest,
        result: payload,
        judge: buildModelInput(asked.judge, opened),
        likelihood: buildModelInput(asked.likelihood, opened),
      },
      { signal, models: (profileId) => watch(opened.get(profileId ?? '') ?? null) },
    )
    .catch((error: unknown) => {
      if (signal.aborted) return { kind: 'cancelled' as const }
      const message = error instanceof Error ? error.message : String(error)
      return buildNothingJudged(rest.metricIds, { code: 'worker-failed', message })
    })
  const reason = refusal()
  return reason === null ? output : { kind: 'out-of-budget', reason }
}

/** Whom the metrics of a plan ask; of those that it names, only those that are needed. */
export function selectAskedProfiles({
  file,
  metrics,
}: Pick<ExperimentPlan, 'file' | 'metrics'>): Pick<ExperimentPlan['file'], 'judge' | 'likelihood'> {
  const asking = metrics.filter(({ needsModel }) => needsModel)
  const { judge, likelihood } = file
  return {
    judge: asking.some(({ group }) => group !== 'likelihood') ? judge : undefined,
    likelihood: asking.some(({ group }) => group === 'likelihood') ? likelihood : undefined,
  }
}

function buildModelInput<Sizes extends { readonly profile: string }>(
  asked: Sizes | undefined,
  opened: ReadonlyMap<string, LanguageModel>,
) {
  const model = asked === undefined ? undefined : opened.get(asked.profile)
  if (asked === undefined || model === undefined) return null
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
