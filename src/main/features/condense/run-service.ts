import type {
  RunEvent,
  RunProgress,
  RunSpending,
  RunSummary,
  RunSpent,
} from '../../../shared/condense/run-types.ts'
import type { RunRequest } from '../../../shared/condense/runs-contract.ts'
import { assertNever } from '../../../shared/kernel/assert-never.ts'
import type { EnginePool } from '../../jobs/engine-pool.ts'
import type { LanguageModel } from '../../kernel/language-model.ts'
import type { FinishedRun } from '../../platform/store/records.ts'
import { createLiveJobs, type LiveJobs } from '../common/live-jobs.ts'
import { requireRunSummary } from '../common/require-stored.ts'
import { streamEvents } from '../common/stream-events.ts'
import { buildCostWarnings } from './build-cost-warnings.ts'
import { createCrashedOutcome } from './create-empty-outcome.ts'
import { createModelObserver } from './create-model-observer.ts'
import { buildPreparedWarning } from './plan-run.ts'
import { preparedEarly } from './plan-trigger.ts'
import { prepareRun, type PreparedRun, type RunDependencies } from './prepare-run.ts'

type Workplace = {
  readonly engine: EnginePool
  readonly now: () => number
  readonly tell: (event: RunEvent) => void
  readonly signal: AbortSignal
  /** What the calls of this run took, by the book. */
  readonly spent: () => Promise<RunSpent | undefined>
}

/** Runs in progress: started here, watched from anywhere, stored when they end. */
export type RunService = {
  readonly start: (request: RunRequest) => Promise<RunSummary>
  readonly watch: (runId: string, signal?: AbortSignal) => Promise<AsyncGenerator<RunEvent, void>>
  /** Does nothing to a run that has ended. */
  readonly cancel: (runId: string) => Promise<void>
  /** Cancels what is running and waits for it to be stored. */
  readonly close: () => Promise<void>
}

/** What was told of a run so far, for those who begin to watch late. */
type SoFar = {
  progress: RunProgress
  answers: { readonly label: string; text: string }[]
  spending: RunSpending | null
}

type Live = { readonly jobs: LiveJobs<RunEvent>; readonly soFar: Map<string, SoFar> }

/** Starts the service; nothing runs until it is asked to. */
export function createRunService(dependencies: RunDependencies): RunService {
  const { store } = dependencies
  const live: Live = { jobs: createLiveJobs(), soFar: new Map() }
  const { jobs, soFar } = live
  return {
    start: async (request) => begin(dependencies, live, await prepareRun(dependencies, request)),
    watch: async (runId, signal) => {
      const told = soFar.get(runId)
      const events = told === undefined ? null : jobs.watch(runId, listEventsSoFar(told), signal)
      if (events !== null) return events
      const run = await requireRunSummary(store, runId)
      return streamEvents(async ({ push }) => push({ kind: 'finished', run }), signal)
    },
    cancel: async (runId) => {
      if (!(await jobs.cancel(runId))) await requireRunSummary(store, runId)
    },
    close: () => jobs.close(),
  }
}

async function begin(
  { store, engine, now }: RunDependencies,
  { jobs, soFar }: Live,
  prepared: PreparedRun,
): Promise<RunSummary> {
  const { id } = prepared.record
  await store.runs.insertRunning(prepared.record)
  const told: SoFar = {
    progress: { stage: 'reading', label: 'Waiting for a free worker', done: 0, total: 1 },
    answers: [],
    spending: null,
  }
  soFar.set(id, told)
  jobs.begin(id, {
    run: async ({ signal, push }) => {
      const tell = (event: RunEvent): void => {
        remember(told, event)
        push(event)
      }
      const spent = async () => (await store.runs.summary(id))?.spent
      try {
        const finished = prepared.skipped ?? (await workOnRun({ engine, now, tell, signal, spent }, prepared))
        await store.runs.finish(id, withRequest(finished, prepared))
      } finally {
        soFar.delete(id)
      }
    },
    readLast: async () => ({ kind: 'finished', run: await requireRunSummary(store, id) }),
  })
  return requireRunSummary(store, id)
}

/** What the trigger looked at stays with the run, beside its counted messages. */
function withRequest(finished: FinishedRun, { request }: PreparedRun): FinishedRun {
  if (request === null || finished.outcome === null) return finished
  return { ...finished, outcome: { ...finished.outcome, request } }
}

function remember(run: SoFar, event: RunEvent): void {
  const last = run.answers.at(-1)
  switch (event.kind) {
    case 'progress':
      run.progress = event.progress
      break
    case 'answer-started':
      run.answers.push({ label: event.label, text: '' })
      break
    case 'answer-voided':
      if (last !== undefined) last.text = ''
      break
    case 'text':
      if (last !== undefined) last.text += event.text
      break
    case 'spending':
      run.spending = event.spending
      break
    case 'finished':
      break
  }
}

function listEventsSoFar({ progress, answers, spending }: SoFar): RunEvent[] {
  return [
    { kind: 'progress', progress },
    ...answers.flatMap(({ label, text }): RunEvent[] => [
      { kind: 'answer-started', label },
      ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
    ]),
    ...(spending === null ? [] : [{ kind: 'spending' as const, spending }]),
  ]
}

/** Lets a worker do a run; every way in which that ends is a value. */
async function workOnRun(
  { engine, now, tell, signal, spent }: Workplace,
  { input, models, isEarly, notes }: PreparedRun,
): Promise<FinishedRun> {
  const buildCancelledRun = (): FinishedRun => ({
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
    const output = await engine.run('runMethods', input, {
      onProgress: (progress) => tell({ kind: 'progress', progress }),
      signal,
      models: find,
    })
    await idle()
    switch (output.kind) {
      case 'finished': {
        const { outcome, payload } = output
        const { status, warnings } = outcome
        const early = isEarly && status === 'condensed' ? [buildPreparedWarning(preparedEarly)] : []
        return {
          status,
          finishedTs: now(),
          outcome: {
            ...outcome,
            ...(notes.length === 0 ? {} : { notes: [...notes] }),
            warnings: [...early, ...warnings, ...buildCostWarnings(await spent(), estimatedCalls())],
          },
          payload,
        }
      }
      case 'cancelled':
        return buildCancelledRun()
      default:
        return assertNever(output)
    }
  } catch (error) {
    await idle()
    if (signal.aborted) return buildCancelledRun()
    return { status: 'failed', finishedTs: now(), outcome: createCrashedOutcome(error), payload: null }
  }
}
