import { useLocation } from 'wouter'
import type { RunRequest } from '../../shared/condense/runs-contract.ts'
import { routes } from '../lib/routes.ts'
import { useEngine } from './engine-context.ts'

/** Starts a run and shows its progress and then its result among the methods of its task. Throws what starting throws. */
export function useStartRun(): (request: RunRequest) => Promise<void> {
  const { client, runs } = useEngine()
  const [, navigate] = useLocation()
  return async (request) => {
    const run = await client.runs.start(request)
    runs.track(run).catch(() => undefined)
    navigate(routes.run(run))
  }
}
