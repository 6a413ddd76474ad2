import type { RunEvent, RunSpent } from '../../../shared/domain/run.ts'
import { assertNever } from '../../../shared/lib/assert-never.ts'
import type { LanguageModel } from '../../engine/language-model.ts'
import type { FinishedRun } from '../../store/records.ts'
import type { EnginePool } from '../../workers/engine-pool.ts'
import { emptyOutcome } from './empty-outcome.ts'
import { costWarnings } from './cost-warnings.ts'
import { createModelObserver } from './create-model-observer.ts'
import { preparedWarning } from './plan-run.ts'
import { preparedEarly } from './plan-trigger.ts'
import type { PreparedRun } from './prepare-run.ts'

export type Workplace = {
  readonly engine: EnginePool
  readonly now: () => number
  readonly tell: (event: RunEvent) => void
  readonly signal: AbortSignal
  /** What the calls of this run took, by the book. */
  readonly spent: () => Promise<RunSpent | undefined>
}

/** Lets a worker do a run; every way in which that ends is a value. */
export async function workOnRun(
  { engine, now, tell, signal, spent }: Workplace,
  { input, models, isEarly, notes }: PreparedRun,
): Promise<FinishedRun> {
  const cancelled = (): FinishedRun => ({
    status: 'cancelled',
    finishedTs: now(),
    outcome: null,
    payload: null,
  })
  const { observe, idle, estimatedCalls } = createModelObserver(tell)
  const find = (profileId: string | null): LanguageModel | null => {
    const model = profileId === null ? models.run : models.profiles.get(profileId)
    return model == null ? null : observe(model)
  }
  try {
    const output = await engine.run('runProvider', input, {
      onProgress: (progress) => tell({ kind: 'progress', progress }),
      signal,
      models: find,
    })
    await idle()
    switch (output.kind) {
      case 'finished': {
        const { outcome, payload } = output
        const { status, warnings } = outcome
        const early = isEarly && status === 'condensed' ? [preparedWarning(preparedEarly)] : []
        return {
          status,
          finishedTs: now(),
          outcome: {
            ...outcome,
            ...(notes.length === 0 ? {} : { notes: [...notes] }),
            warnings: [...early, ...warnings, ...costWarnings(await spent(), estimatedCalls())],
          },
          payload,
        }
      }
      case 'cancelled':
        return cancelled()
      default:
        return assertNever(output)
    }
  } catch (error) {
    await idle()
    return signal.aborted ? cancelled() : crashed(error, now())
  }
}

/** A worker that died or threw: a bug of ours, kept with the run so that it can be reported. */
function crashed(error: unknown, finishedTs: number): FinishedRun {
  const message = error instanceof Error ? error.message : String(error)
  const outcome = { ...emptyOutcome(0), status: 'failed' as const, error: { code: 'worker-failed', message } }
  return { status: 'failed', finishedTs, outcome, payload: null }
}
