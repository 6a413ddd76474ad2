import { useQuery } from '@tanstack/react-query'
import { useEngine } from './engine-context.ts'

/** What a run kept, measured on first use and cached for the window. */
export function useRunQuality(runId: string | null) {
  const { queries } = useEngine()
  return useQuery(
    queries.quality.ofRun.queryOptions({
      input: { runId: runId ?? '' },
      enabled: runId !== null,
      // Only the places in the file can change, with the task.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
}
