import { useSyncExternalStore } from 'react'
import type { JobState, JobTracker } from './job-tracker.ts'

/** How the work of a key stands; null before it was ever started. */
export function useJob<Input, Finished>(
  tracker: JobTracker<Input, Finished>,
  key: string,
): JobState<Input, Finished> | null {
  return useSyncExternalStore(tracker.subscribe, () => tracker.snapshot(key)) ?? null
}
