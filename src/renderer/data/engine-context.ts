import { createTanstackQueryUtils, type RouterUtils } from '@orpc/tanstack-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useSyncExternalStore } from 'react'
import type { LibraryState } from '../../shared/library/types.ts'
import type { ProbeEvent } from '../../shared/probe/probe-contract.ts'
import type { ReplayEvent } from '../../shared/replay/contract.ts'
import type { DriftEvent } from '../../shared/replay/drift-contract.ts'
import type { SweepEvent } from '../../shared/replay/sweep-contract.ts'
import type { Client } from './connection/client.ts'
import type { Host } from './connection/host.ts'
import { createJobTracker, type JobTracker } from './stores/job-tracker.ts'
import { createLibraryFollower, type LibraryFollower } from './stores/library-follower.ts'
import { createPreferenceWriter, type PreferenceWriter } from './stores/preference-writer.ts'
import { createRunTracker, type RunTracker, type TrackedRun } from './stores/run-tracker.ts'
import { createTaskOpener, type TaskOpener } from './stores/task-opener.ts'

/** What views get from outside: calls, their query options, the host and the stores. */
export type Engine = {
  readonly client: Client
  readonly queries: RouterUtils<Client>
  readonly host: Host
  readonly preferences: PreferenceWriter
  readonly runs: RunTracker
  readonly opener: TaskOpener
  readonly library: LibraryFollower
  /** Replays by the id of their task. */
  readonly replays: JobTracker<ReplayInput, ReplayFinished>
  /** Drifts by the id of their task. */
  readonly drifts: JobTracker<DriftInput, DriftFinished>
  /** Sweeps by the id of the task that they are kept with. */
  readonly sweeps: JobTracker<SweepInput, SweepFinished>
  /** Probes by task and condensation. */
  readonly probes: JobTracker<ProbeRunInput, ProbeFinished>
}

/** What is asked of a replay. */
export type ReplayInput = Parameters<Client['replay']['run']>[0]
/** What a replay gives. */
export type ReplayFinished = Extract<ReplayEvent, { kind: 'finished' }>
/** What is asked of a drift. */
export type DriftInput = Parameters<Client['drift']['run']>[0]
/** What a drift gives. */
export type DriftFinished = Extract<DriftEvent, { kind: 'finished' }>

/** What is asked of a sweep. */
export type SweepInput = Parameters<Client['sweep']['run']>[0]
/** What a sweep gives. */
export type SweepFinished = Extract<SweepEvent, { kind: 'finished' }>

/** What is agreed to of a probe. */
export type ProbeRunInput = Parameters<Client['probe']['run']>[0]
/** What a probe gives. */
export type ProbeFinished = Extract<ProbeEvent, { kind: 'finished' }>

/** The engine of the window, which views read with `useEngine`. */
export const EngineContext = createContext<Engine | null>(null)

/** Builds the engine of a connection, once per window. */
export function createEngine(client: Client, host: Host, queryClient: QueryClient): Engine {
  const queries = createTanstackQueryUtils(client)
  const refreshTasks = (): void => void queryClient.invalidateQueries({ queryKey: queries.tasks.list.key() })
  const refreshRuns = (): void => {
    void queryClient.invalidateQueries({ queryKey: queries.runs.list.key() })
    void queryClient.invalidateQueries({ queryKey: queries.runs.get.key() })
    void queryClient.invalidateQueries({ queryKey: queries.policy.spendingToday.key() })
    void queryClient.invalidateQueries({ queryKey: queries.prompts.uses.key() })
    void queryClient.invalidateQueries({ queryKey: queries.metrics.key() })
    refreshTasks()
  }
  // A new replay replaces the stored one, which may belong to another state of its task.
  const refreshKept = (): void => {
    for (const { kept } of [queries.replay, queries.drift, queries.sweep])
      void queryClient.invalidateQueries({ queryKey: kept.key() })
  }
  // What is opened again may have changed on disk: nothing that was read before may stand for it.
  const forgetTasks = (): void => {
    refreshKept()
    void queryClient.invalidateQueries({ queryKey: queries.tasks.key() })
    void queryClient.invalidateQueries({ queryKey: ['inspect'] })
    void queryClient.invalidateQueries({ queryKey: ['rows'] })
    void queryClient.invalidateQueries({ queryKey: queries.pins.key() })
    void queryClient.invalidateQueries({ queryKey: queries.timeline.key() })
  }
  const runs = createRunTracker(client, refreshRuns)
  const refreshLibrary = (taskIds: readonly string[]): void => {
    refreshTasks()
    void queryClient.invalidateQueries({ queryKey: queries.library.folders.key() })
    void queryClient.invalidateQueries({ queryKey: queries.library.overview.key() })
    void queryClient.invalidateQueries({ queryKey: queries.library.kinds.key() })
    if (taskIds.length === 0) return
    // Whatever names one of the tasks in its key is about this task.
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => {
        const key = JSON.stringify(queryKey)
        return taskIds.some((id) => key.includes(`"${id}"`))
      },
    })
  }
  return {
    client,
    queries,
    host,
    preferences: createPreferenceWriter(client),
    runs,
    opener: createTaskOpener(client, forgetTasks),
    library: createLibraryFollower({ client, onTasks: refreshLibrary, everyMs: 1000, retryMs: 2000 }),
    replays: createJobTracker(async (input: ReplayInput, signal) =>
      withEnd(await client.replay.run({ ...input, keeps: true }, { signal }), refreshKept),
    ),
    drifts: createJobTracker(async (input: DriftInput, signal) =>
      withEnd(await client.drift.run({ ...input, keeps: true }, { signal }), refreshKept),
    ),
    sweeps: createJobTracker(async (input: SweepInput, signal) =>
      withEnd(await client.sweep.run(input, { signal }), refreshKept),
    ),
    probes: createJobTracker((input: ProbeRunInput, signal) => client.probe.run(input, { signal })),
  }
}

/** The same events. `onEnd` is called before the last one is passed on. */
async function* withEnd<Event extends { readonly kind: string }>(
  events: AsyncIterable<Event>,
  onEnd: () => void,
): AsyncGenerator<Event, void> {
  for await (const event of events) {
    if (event.kind === 'finished') onEnd()
    yield event
  }
}

/** The engine of this window. */
export function useEngine(): Engine {
  const engine = use(EngineContext)
  if (engine === null) throw new Error('useEngine needs an EngineContext above it')
  return engine
}

/** Runs in flight, newest last. Updates with every step that they report. */
export function useTrackedRuns(): readonly TrackedRun[] {
  const { runs } = useEngine()
  return useSyncExternalStore(runs.subscribe, runs.snapshot)
}

/** How far the background work on the Library has come, or null until it is known. */
export function useLibraryState(): LibraryState | null {
  const { library } = useEngine()
  return useSyncExternalStore(library.subscribe, library.state)
}

/** A plain value made of what is known of the work; what is drawn by it rests while the value is the same. */
export function useLibraryValue<T extends string | number | boolean | null>(
  valueOf: (state: LibraryState) => T,
): T | null {
  const { library } = useEngine()
  return useSyncExternalStore(library.subscribe, () => {
    const state = library.state()
    return state === null ? null : valueOf(state)
  })
}
