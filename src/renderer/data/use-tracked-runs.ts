import { useSyncExternalStore } from 'react'
import { useEngine } from './engine-context.ts'
import type { TrackedRun } from './run-tracker.ts'

/** Runs in flight, newest last; changes with every step that they report. */
export function useTrackedRuns(): readonly TrackedRun[] {
  const { runs } = useEngine()
  return useSyncExternalStore(runs.subscribe, runs.snapshot)
}
