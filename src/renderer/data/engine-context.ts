import { createTanstackQueryUtils, type RouterUtils } from '@orpc/tanstack-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { Client } from './client.ts'
import type { Host } from './host.ts'
import { createRunTracker, type RunTracker } from './run-tracker.ts'
import { createTaskOpener, type TaskOpener } from './task-opener.ts'

/** Everything that views need from outside: calls, their query options, the host, the runs in flight, the opening of tasks. */
export type Engine = {
  readonly client: Client
  readonly queries: RouterUtils<Client>
  readonly host: Host
  readonly runs: RunTracker
  readonly opener: TaskOpener
}

/** Holds the engine of the window; views read it with `useEngine`. */
export const EngineContext = createContext<Engine | null>(null)

/** Builds the engine of a connection; once per window. */
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
  // What is opened again may have changed on disk: nothing that was read before may stand for it.
  const forgetTasks = (): void => {
    void queryClient.invalidateQueries({ queryKey: queries.tasks.key() })
    void queryClient.invalidateQueries({ queryKey: ['inspect'] })
    void queryClient.invalidateQueries({ queryKey: queries.pins.key() })
  }
  const runs = createRunTracker(client, refreshRuns)
  return { client, queries, host, runs, opener: createTaskOpener(client, forgetTasks) }
}

/** The engine of this window. */
export function useEngine(): Engine {
  const engine = use(EngineContext)
  if (engine === null) throw new Error('useEngine needs an EngineContext above it')
  return engine
}
