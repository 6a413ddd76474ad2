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
import { createEventChannel, type EventChannel } from '../common/event-channel.ts'
import { requireRunSummary } from '../common/require-stored.ts'
import { buildCostWarnings } from './build-cost-warnings.ts'
import { createEmptyOutcome } from './create-empty-outcome.ts'
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
  readonly watch: (runId: string) => Promise<AsyncGenerator<RunEvent, void>>
  /** Does nothing to a run that has ended. */
  readonly cancel: (runId: string) => Promise<void>
  /** Cancels what is running and waits for it to be stored. */
  readonly close: () => Promise<void>
}

type LiveRun = {
  readonly controller: AbortController
  readonly watchers: Set<EventChannel<RunEvent>>
  readonly ended: Promise<void>
  progress: RunProgress
  /** What models said and cost so far, for those who begin to watch late. */
  answers: { readonly label: string; text: string }[]
  spending: RunSpending | null
}

/** Starts the service; nothing runs until it is asked to. */
export function createRunService(dependencies: RunDependencies): RunService {
  const { store } = dependencies
  const live = new Map<string, LiveRun>()
  return {
    start: async (request) => begin(dependencies, live, await prepareRun(dependencies, request)),
    watch: async (runId) => {
      const channel = createEventChannel<RunEvent>()
      const run = live.get(runId)
      if (run === undefined) {
        channel.push({ kind: 'finished', run: await requireRunSummary(store, runId) })
        channel.end()
        return channel.events()
      }
      for (const event of listEventsSoFar(run)) channel.push(event)
      run.watchers.add(channel)
      return channel.events()
    },
    cancel: async (runId) => {
      const run = live.get(runId)
      if (run === undefined) {
        await requireRunSummary(store, runId)
        return
      }
      run.controller.abort()
      await run.ended
    },
    close: async () => {
      for (const run of live.values()) run.controller.abort()
      await Promise.all([...live.values()].map((run) => run.ended))
    },
  }
}

async function begin(
  dependencies: RunDependencies,
  live: Map<string, LiveRun>,
  prepared: PreparedRun,
): Promise<RunSummary> {
  const { store } = dependencies
  const { id } = prepared.record
  await store.runs.insertRunning(prepared.record)
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const run: LiveRun = {
    controller: new AbortController(),
    watchers: new Set(),
    progress: { stage: 'reading', label: 'Waiting for a free worker', done: 0, total: 1 },
    answers: [],
    spending: null,
    ended,
  }
  live.set(id, run)
  void finish(dependencies, live, run, prepared)
    .catch((error: unknown) => {
      for (const watcher of run.watchers) watcher.end(error)
    })
    .finally(() => {
      live.delete(id)
      resolve()
    })
  return requireRunSummary(store, id)
}

async function finish(
  { store, engine, now }: RunDependencies,
  live: Map<string, LiveRun>,
  run: LiveRun,
  prepared: PreparedRun,
): Promise<void> {
  const { id } = prepared.record
  const tell = (event: RunEvent): void => {
    remember(run, event)
    for (const watcher of run.watchers) watcher.push(event)
  }
  const finished: FinishedRun =
    prepared.skipped ??
    (await workOnRun(
      {
        engine,
        now,
        tell,
        signal: run.controller.signal,
        spent: async () => (await store.runs.summary(id))?.spent,
      },
      prepared,
    ))
  await store.runs.finish(id, withRequest(finished, prepared))
  // Later watchers read the store. Earlier ones are notified below.
  live.delete(id)
  const summary = await requireRunSummary(store, id)
  for (const watcher of run.watchers) {
    watcher.push({ kind: 'finished', run: summary })
    watcher.end()
  }
}

/** What the trigger looked at stays with the run, beside its counted messages. */
function withRequest(finished: FinishedRun, { request }: PreparedRun): FinishedRun {
  if (request === null || finished.outcome === null) return finished
  return { ...finished, outcome: { ...finished.outcome, request } }
}

function remember(run: LiveRun, event: RunEvent): void {
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

function listEventsSoFar({ progress, answers, spending }: LiveRun): RunEvent[] {
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
    return signal.aborted ? buildCancelledRun() : buildCrashedRun(error, now())
  }
}

/** A worker that died or threw: a bug of ours, kept with the run so that it can be reported. */
function buildCrashedRun(error: unknown, finishedTs: number): FinishedRun {
  const message = error instanceof Error ? error.message : String(error)
  const outcome = {
    ...createEmptyOutcome(0),
    status: 'failed' as const,
    error: { code: 'worker-failed', message },
  }
  return { status: 'failed', finishedTs, outcome, payload: null }
}
