import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ExperimentEvent } from '../../../../shared/domain/experiment.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem, type ProblemView } from '../../../data/to-problem.ts'
import { applyEvents } from './apply-events.ts'

/** Events are taken in together this often: hundreds of cells may end in a second. */
const flushMs = 250
/** Figures are computed anew at most this often while cells come in. */
const resultsMs = 3000
const nothingRuns: ReadonlySet<string> = new Set()

/** An experiment with its cells, which come in by themselves for as long as it runs, whoever started it. */
export function useLiveExperiment(experimentId: string) {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const [running, setRunning] = useState(nothingRuns)
  const [problem, setProblem] = useState<ProblemView | null>(null)
  const [attempt, setAttempt] = useState(0)
  const loaded = useQuery(
    queries.experiments.get.queryOptions({ input: { experimentId }, refetchOnMount: 'always' }),
  )
  const isRunning = loaded.data?.summary.status === 'running'

  const take = useEffectEvent((events: readonly ExperimentEvent[]) => {
    const queryKey = queries.experiments.get.queryKey({ input: { experimentId } })
    const detail = queryClient.getQueryData(queryKey)
    if (detail === undefined) return
    const next = applyEvents({ detail, running }, events)
    queryClient.setQueryData(queryKey, next.detail)
    setRunning(next.running)
    const { done, failed } = next.detail.summary.cells
    const hasEnded = next.detail.summary.status !== 'running'
    // Cells may have ended between the reading and the watching.
    if (hasEnded || next.detail.cells.length < done + failed) void loaded.refetch()
    if (hasEnded) void queryClient.invalidateQueries({ queryKey: queries.experiments.list.key() })
  })
  const refresh = useEffectEvent(
    () =>
      void queryClient.invalidateQueries({
        queryKey: queries.experiments.results.key({ input: { experimentId } }),
      }),
  )

  useEffect(() => {
    if (!isRunning) return
    const abort = new AbortController()
    const refreshing = setInterval(() => refresh(), resultsMs)
    const open = () => client.experiments.watch({ experimentId }, { signal: abort.signal })
    inBatches(open, abort.signal, (events) => take(events))
      .then(() => refresh())
      .catch((error: unknown) => {
        if (!abort.signal.aborted) setProblem(toProblem(error))
      })
    return () => {
      abort.abort()
      clearInterval(refreshing)
    }
  }, [client, experimentId, isRunning, attempt])

  return {
    loaded,
    running: isRunning ? running : nothingRuns,
    /** Why it cannot be followed any more, though it may still run. */
    problem: isRunning ? problem : null,
    retry: (): void => {
      setProblem(null)
      setAttempt(attempt + 1)
      void loaded.refetch()
    },
  }
}

/** Hands events over together, a few times a second, and what is left when they end. */
async function inBatches<T>(
  open: () => Promise<AsyncIterable<T>>,
  signal: AbortSignal,
  onEvents: (events: readonly T[]) => void,
): Promise<void> {
  let pending: readonly T[] = []
  const flush = (): void => {
    if (pending.length > 0 && !signal.aborted) onEvents(pending)
    pending = []
  }
  const flushing = setInterval(flush, flushMs)
  try {
    for await (const event of await open()) pending = [...pending, event]
  } finally {
    clearInterval(flushing)
    flush()
  }
}
