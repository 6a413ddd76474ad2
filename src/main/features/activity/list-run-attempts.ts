import type { AttemptStatus } from '../../../shared/activity/metrics-types.ts'
import type { RunQualitySummary } from '../../../shared/activity/quality-types.ts'
import type { Arm } from '../../../shared/condense/outcome-types.ts'
import type { MeasuredRun } from '../../../shared/condense/run-types.ts'

/** One provider applied to one history, with what is known of it. */
export type MeasuredAttempt = {
  readonly runId: string
  readonly providerId: string
  readonly presetId: string | null
  readonly model: MeasuredRun['model']
  readonly prompt: MeasuredRun['prompt']
  /** Null where none was assigned, or where it is not known which. */
  readonly arm: Arm | null
  readonly status: AttemptStatus
  /** Failure code; empty where it did not fail. */
  readonly code: string
  readonly reductionPercent: number
  readonly costUsd: number
  /** Null where a run of an older version kept only the time of all its attempts together. */
  readonly durationMs: number | null
  readonly sourceTokens: number
  /** What its result saved, where the run ended with that result; else 0. */
  readonly savedTokens: number
  /** Of its result, where the run ended with that result; null where it was not measured yet, and for all others. */
  readonly quality: RunQualitySummary | null
  /** Whether the run ended with its result. */
  readonly isChosen: boolean
  /** Whether it stood in for one before it. */
  readonly isFallback: boolean
  readonly isReused: boolean
  readonly isUnpriced: boolean
  /** Whether a request of it got no answer: what it took is not what its work takes. */
  readonly isUnanswered: boolean
}

/** Whether a provider asks a model; true for those that are not known any more. */
export type AsksModel = (providerId: string) => boolean

type Ending = Pick<
  MeasuredRun['attempts'][number],
  'providerId' | 'code' | 'reductionPercent' | 'costUsd'
> & {
  readonly status: AttemptStatus
  readonly durationMs: number | null
  readonly arm?: Arm | undefined
  readonly unansweredCalls?: number | undefined
}

/**
 * The attempts of a run, that of the provider which was asked for first. Preset and prompt belong to that one alone,
 * the model to all that ask one.
 */
export function listRunAttempts(run: MeasuredRun, asksModel: AsksModel): MeasuredAttempt[] {
  const { stats, warningCodes } = run
  const endings = listEndings(run)
  const chosen = run.status === 'condensed' ? pickChosenEnding(endings) : undefined
  const wasReused = (stats?.cacheHits ?? 0) > 0
  const wasPrepared = warningCodes.includes('prepared')
  return endings.map((ending, index) => {
    const { unansweredCalls = 0, ...rest } = ending
    const asks = asksModel(ending.providerId)
    return {
      ...rest,
      runId: run.id,
      presetId: index === 0 ? run.presetId : null,
      model: asks ? run.model : null,
      prompt: index === 0 ? run.prompt : null,
      arm: ending.arm ?? (index === 0 ? run.oldArm : null),
      sourceTokens: stats?.originalTokens ?? 0,
      savedTokens: ending === chosen && stats !== null ? stats.originalTokens - stats.finalTokens : 0,
      quality: ending === chosen ? run.quality : null,
      isChosen: ending === chosen,
      isFallback: index > 0,
      isReused: (asks && wasReused) || (ending === chosen && wasPrepared),
      isUnpriced: asks && warningCodes.includes('price-unknown'),
      isUnanswered: unansweredCalls > 0,
    }
  })
}

function listEndings(run: MeasuredRun): readonly Ending[] {
  const { attempts, stats } = run
  const [only, ...more] = attempts
  if (only === undefined) return [buildRunEnding(run)]
  if (more.length > 0)
    return attempts.map((attempt) => ({ ...attempt, durationMs: attempt.durationMs ?? null }))
  const unansweredCalls = only.unansweredCalls ?? stats?.unansweredCalls
  return [{ ...only, durationMs: only.durationMs ?? stats?.durationMs ?? null, unansweredCalls }]
}

/** A run that has named no attempts: it has not ended by itself, was not started, or is of an older version. */
function buildRunEnding(run: MeasuredRun): Ending {
  const { stats, lostCostUsd } = run
  return {
    providerId: run.providerId,
    status: classifyAttemptStatus(run),
    code: run.errorCode ?? '',
    reductionPercent: stats?.reductionPercent ?? 0,
    costUsd: stats?.costUsd ?? lostCostUsd,
    durationMs: stats?.durationMs ?? null,
    unansweredCalls: stats?.unansweredCalls,
  }
}

function classifyAttemptStatus({ status, isAutomatic, warningCodes }: MeasuredRun): AttemptStatus {
  if (status === 'condensed' && warningCodes.includes('low-reduction')) return 'insufficient'
  return status === 'unchanged' && isAutomatic ? 'not-needed' : status
}

/** Whose result a chain ends with: the one that saves enough, else the first of those that save most. */
function pickChosenEnding(endings: readonly Ending[]): Ending | undefined {
  const sufficient = endings.find(({ status }) => status === 'condensed')
  if (sufficient !== undefined) return sufficient
  return endings
    .filter(({ status }) => status === 'insufficient')
    .toSorted((a, b) => b.reductionPercent - a.reductionPercent)[0]
}
