import { useEffect, useEffectEvent } from 'react'
import type { ExperimentEvent } from '../../../../shared/domain/experiment.ts'
import { useEngine } from '../../../data/engine-context.ts'

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

/** Watches an experiment for as long as it is wanted. */
export function useExperimentEvents(watch: Watch): void {
  const { client } = useEngine()
  const { experimentId, isOn, attempt } = watch
  const take = useEffectEvent((events: readonly ExperimentEvent[]) => watch.onEvents(events))
  const end = useEffectEvent(() => watch.onEnd())
  const fail = useEffectEvent((error: unknown) => watch.onFailure(error))
  useEffect(() => {
    if (!isOn) return
    const abort = new AbortController()
    const { signal } = abort
    inBatches(
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
async function inBatches<T>(
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
