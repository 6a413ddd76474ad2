import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { MeasuringEvent } from '../../shared/activity/quality-contract.ts'
import { useEngine } from './engine-context.ts'

/** Figures are not read again more often than this while runs are measured, in milliseconds. */
const everyMs = 1000

/**
 * Has measured in the background what runs kept, as long as the screen is open, and brings lists and figures up to date.
 * It looks again whenever `runs`, the number of runs with a result, changes. How far it is, or null when done.
 */
export function useMeasuring({
  taskId,
  sinceTs,
  runs,
}: {
  readonly taskId?: string | undefined
  readonly sinceTs?: number | undefined
  readonly runs: number
}): MeasuringEvent | null {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<MeasuringEvent | null>(null)
  useEffect(() => {
    if (runs === 0) return undefined
    const controller = new AbortController()
    const refresh = (): void => {
      void queryClient.invalidateQueries({ queryKey: queries.runs.list.key() })
      void queryClient.invalidateQueries({ queryKey: queries.metrics.report.key() })
    }
    const follow = async (): Promise<void> => {
      const filter = {
        ...(taskId === undefined ? {} : { taskId }),
        ...(sinceTs === undefined ? {} : { sinceTs }),
      }
      let refreshed = performance.now()
      let done = 0
      for await (const event of await client.quality.measure(filter, { signal: controller.signal })) {
        done = event.done
        setProgress(event.done < event.total ? event : null)
        if (performance.now() - refreshed < everyMs) continue
        refreshed = performance.now()
        refresh()
      }
      if (done > 0) refresh()
    }
    // Without the figures the screen is as good as it was: they are dashes.
    follow()
      .catch(() => undefined)
      .finally(() => setProgress(null))
    return () => controller.abort()
  }, [client, queries, queryClient, taskId, sinceTs, runs])
  return progress
}
