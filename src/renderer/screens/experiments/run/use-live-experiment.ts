import { useWindowEvent } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ExperimentEvent } from '../../../../shared/experiments/experiment-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem, type ProblemView } from '../../../data/to-problem.ts'
import { applyEvents } from './run-progress.ts'

/** Events are handed over together this often: hundreds of cells may end in a second. */
const flushMs = 250

type Watch = {
  readonly experimentId: string
  readonly isOn: boolean
  /** Grows with every wish to watch again. */
  readonly attempt: number
  readonly onEvents: (events: readonly ExperimentEvent[]) => void
  /** The stream ended by itself. */
  readonly onEnd: () => Promise<void>
  readonly onFailure: (error: unknown) => void
}

/** Figures are computed anew at most this often while cells come in. */
const resultsMs = 3000
const nothingRuns: ReadonlySet<string> = new Set()

/** An experiment with its cells, which arrive by themselves while it runs, from whatever host it was started. */
export function useLiveExperiment(experimentId: string) {
  const { queries } = useEngine()
  const queryClient = useQueryClient()
  const [running, setRunning] = useState(nothingRuns)
  const [problem, setProblem] = useState<ProblemView | null>(null)
  const [attempt, setAttempt] = useState(0)
  const loaded = useQuery(
    queries.experiments.get.queryOptions({ input: { experimentId }, refetchOnMount: 'always' }),
  )
  const isRunning = loaded.data?.summary.status === 'running'
  const refresh = useFreshResults(experimentId, isRunning)
  // Another window, or the command line, may have gone on with it or rated it.
  useWindowEvent('focus', () => {
    const before = loaded.data?.cells
    void loaded.refetch().then(({ data }) => {
      if (data?.cells !== before) refresh()
    })
  })
  const take = (events: readonly ExperimentEvent[]): void => {
    const queryKey = queries.experiments.get.queryKey({ input: { experimentId } })
    const detail = queryClient.getQueryData(queryKey)
    if (detail === undefined) return
    const next = applyEvents({ detail, running }, events)
    queryClient.setQueryData(queryKey, next.detail)
    setRunning(next.running)
    const { status, cells } = next.detail.summary
    // Cells may have ended between the reading and the watching.
    if (status !== 'running' || next.detail.cells.length < cells.done + cells.failed) void loaded.refetch()
    if (status !== 'running') void queryClient.invalidateQueries({ queryKey: queries.experiments.list.key() })
  }
  useExperimentEvents({
    experimentId,
    isOn: isRunning,
    attempt,
    onEvents: take,
    onEnd: async () => {
      // A stream that ends before the experiment does reports no more progress.
      const { data } = await loaded.refetch()
      if (data?.summary.status === 'running')
        setProblem(toProblem(new Error('The engine stopped reporting on it.')))
    },
    onFailure: (error) => setProblem(toProblem(error)),
  })

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

/** Has the figures computed anew while cells come in, and once more when they have. */
function useFreshResults(experimentId: string, isRunning: boolean): () => void {
  const { queries } = useEngine()
  const queryClient = useQueryClient()
  const invalidateResults = (): void =>
    void queryClient.invalidateQueries({
      queryKey: queries.experiments.results.key({ input: { experimentId } }),
    })
  const refresh = useEffectEvent(invalidateResults)
  useEffect(() => {
    if (!isRunning) return
    const refreshing = setInterval(() => refresh(), resultsMs)
    return () => {
      clearInterval(refreshing)
      refresh()
    }
  }, [isRunning])
  return invalidateResults
}

/** Watches an experiment for as long as it is wanted. */
function useExperimentEvents(watch: Watch): void {
  const { client } = useEngine()
  const { experimentId, isOn, attempt } = watch
  const take = useEffectEvent((events: readonly ExperimentEvent[]) => watch.onEvents(events))
  const end = useEffectEvent(() => watch.onEnd())
  const fail = useEffectEvent((error: unknown) => watch.onFailure(error))
  useEffect(() => {
    if (!isOn) return
    const abort = new AbortController()
    const { signal } = abort
    deliverInBatches(
      () => client.experiments.watch({ experimentId }, { signal }),
      (events) => !signal.aborted && take(events),
    )
      .then(() => end())
      .catch((error: unknown) => {
        if (!signal.aborted) fail(error)
      })
    return () => abort.abort()
  }, [client, experimentId, isOn, attempt])
}

/** Hands events over together, a few times a second, and what is left when they end. */
async function deliverInBatches<T>(
  open: () => Promise<AsyncIterable<T>>,
  onEvents: (events: readonly T[]) => void,
): Promise<void> {
  let pending: readonly T[] = []
  const flush = (): void => {
    if (pending.length > 0) onEvents(pending)
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
