import type { RunRequest } from '../../shared/api/runs.ts'
import type { Settings } from '../../shared/domain/provider.ts'
import type { RunEvent, RunProgress, RunSummary } from '../../shared/domain/run.ts'
import { assertNever } from '../../shared/lib/assert-never.ts'
import type { Store } from '../store/store.ts'
import type { FinishedRun } from '../store/records.ts'
import type { EnginePool } from '../workers/engine-pool.ts'
import { createEventChannel, type EventChannel } from './event-channel.ts'
import { resolveSettings } from './resolve-settings.ts'
import { requireRunSummary, requireTask, taskSource } from './sources.ts'

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
}

export type RunServiceDependencies = {
  readonly store: Store
  readonly engine: EnginePool
  readonly now: () => number
  readonly newRunId: () => string
}

/** Starts the service; nothing runs until it is asked to. */
export function createRunService(dependencies: RunServiceDependencies): RunService {
  const { store } = dependencies
  const live = new Map<string, LiveRun>()
  return {
    start: (request) => start(dependencies, live, request),
    watch: async (runId) => {
      const channel = createEventChannel<RunEvent>()
      const run = live.get(runId)
      if (run === undefined) {
        channel.push({ kind: 'finished', run: await requireRunSummary(store, runId) })
        channel.end()
        return channel.events()
      }
      channel.push({ kind: 'progress', progress: run.progress })
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

async function start(
  dependencies: RunServiceDependencies,
  live: Map<string, LiveRun>,
  request: RunRequest,
): Promise<RunSummary> {
  const { store, now, newRunId } = dependencies
  const task = await requireTask(store, request.taskId)
  const { provider, settings } = resolveSettings(request)
  const source = await taskSource(store, task)
  const id = newRunId()
  await store.runs.insertRunning({
    id,
    taskId: task.id,
    providerId: provider.id,
    providerVersion: provider.version,
    presetId: request.presetId ?? null,
    settings,
    targetTokens: request.targetTokens ?? null,
    model: null,
    prompt: null,
    isAutomatic: false,
    startedTs: now(),
    snapshotSha256: task.snapshotSha256,
    sourceBlob: task.sourceBlob,
  })
  const controller = new AbortController()
  const watchers = new Set<EventChannel<RunEvent>>()
  const progress = { stage: 'reading', label: 'Waiting for a free worker', done: 0, total: 1 }
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const run: LiveRun = { controller, watchers, progress, ended }
  live.set(id, run)
  const input = { source, providerId: provider.id, settings, targetTokens: request.targetTokens ?? null }
  void finish(dependencies, id, run, input)
    .catch((error: unknown) => {
      for (const watcher of watchers) watcher.end(error)
    })
    .finally(() => {
      live.delete(id)
      resolve()
    })
  return requireRunSummary(store, id)
}

async function finish(
  dependencies: RunServiceDependencies,
  id: string,
  run: LiveRun,
  input: {
    readonly source: Awaited<ReturnType<typeof taskSource>>
    readonly providerId: string
    readonly settings: Settings
    readonly targetTokens: number | null
  },
): Promise<void> {
  const { store, engine } = dependencies
  await store.runs.finish(id, await work(dependencies, engine, run, input))
  const summary = await requireRunSummary(store, id)
  for (const watcher of run.watchers) {
    watcher.push({ kind: 'finished', run: summary })
    watcher.end()
  }
}

async function work(
  { now }: RunServiceDependencies,
  engine: EnginePool,
  run: LiveRun,
  input: Parameters<typeof finish>[3],
): Promise<FinishedRun> {
  const onProgress = (progress: RunProgress): void => {
    run.progress = progress
    for (const watcher of run.watchers) watcher.push({ kind: 'progress', progress })
  }
  try {
    const output = await engine.run('runProvider', input, { onProgress, signal: run.controller.signal })
    switch (output.kind) {
      case 'finished':
        return {
          status: output.outcome.status,
          finishedTs: now(),
          outcome: output.outcome,
          payload: output.payload,
        }
      case 'cancelled':
        return { status: 'cancelled', finishedTs: now(), outcome: null, payload: null }
      default:
        return assertNever(output)
    }
  } catch (error) {
    if (run.controller.signal.aborted)
      return { status: 'cancelled', finishedTs: now(), outcome: null, payload: null }
    return { status: 'failed', finishedTs: now(), outcome: crashed(error), payload: null }
  }
}

/** A worker that died or threw: a bug of ours, kept with the run so that it can be reported. */
function crashed(error: unknown): NonNullable<FinishedRun['outcome']> {
  const message = error instanceof Error ? error.message : String(error)
  const stats = {
    originalTokens: 0,
    finalTokens: 0,
    reductionPercent: 0,
    costUsd: 0,
    durationMs: 0,
    modelCalls: 0,
    cacheHits: 0,
    operations: [],
  }
  const failure = { code: 'worker-failed', message }
  return {
    status: 'failed',
    stats,
    passes: [],
    fidelity: null,
    validity: [],
    warnings: [],
    reason: '',
    error: failure,
  }
}
