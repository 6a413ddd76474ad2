import { skipToken, useQueries, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { Comparison } from '../../shared/home/answer-types.ts'
import { useEngine, type Engine } from './engine-context.ts'

/** How far a comparison is, in arms. */
export type CompareProgress = { readonly done: number; readonly total: number }

type ArmComparison = {
  /** With the arms that were added, once they are measured. */
  readonly comparison: Comparison | undefined
  /** Null before the first arm, and once all are done. */
  readonly progress: CompareProgress | null
  /** Ids of added arms that are being measured. */
  readonly adding: readonly string[]
  readonly error: unknown
  readonly retry: () => void
}

/**
 * All arms on a task, measured when it is first asked for and kept as long as the content of the task is the same.
 * Leaving cancels what is not done.
 */
export function useArmComparison(
  task: { readonly id: string; readonly content: string },
  addedIds: readonly string[],
): ArmComparison {
  const engine = useEngine()
  const queryClient = useQueryClient()
  // One string of both: what is said of a task elsewhere makes nothing of this out of date.
  const key = `${task.id} ${task.content}`
  const progressKey: QueryKey = ['compare-progress', key]
  const progress = useQuery<CompareProgress | null>({
    queryKey: progressKey,
    queryFn: skipToken,
    initialData: null,
  })
  const all = useQuery({
    queryKey: ['compare', key],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMs,
    queryFn: ({ signal }) =>
      runComparison(engine, { taskId: task.id }, signal, (next) =>
        queryClient.setQueryData(progressKey, next),
      ),
  })
  const added = useQueries({
    queries: addedIds.map((id) => ({
      queryKey: ['compare', key, id],
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: keptMs,
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        runComparison(engine, { taskId: task.id, arms: [id] }, signal),
    })),
  })
  const more = added.flatMap(({ data }) => data?.arms ?? [])
  const failed = added.find(({ isError }) => isError)
  return {
    comparison: all.data === undefined ? undefined : { ...all.data, arms: [...all.data.arms, ...more] },
    progress: progress.data ?? null,
    adding: addedIds.filter((_, at) => added[at]?.isPending === true),
    error: all.error ?? failed?.error ?? null,
    retry: () => void (failed ?? all).refetch(),
  }
}

const keptMs = 30 * 60_000

async function runComparison(
  { client }: Engine,
  input: Parameters<Engine['client']['answers']['compare']>[0],
  signal: AbortSignal,
  onProgress?: (progress: CompareProgress | null) => void,
): Promise<Comparison> {
  onProgress?.(null)
  for await (const event of await client.answers.compare(input, { signal })) {
    if (event.kind === 'progress') onProgress?.({ done: event.done, total: event.total })
    else {
      onProgress?.(null)
      return event.comparison
    }
  }
  throw new Error('Comparing ended without figures.')
}
