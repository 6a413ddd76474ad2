import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TaskSummary } from '../../shared/domain/task.ts'
import { useEngine } from './engine-context.ts'

/**
 * Counts the tasks that nobody has counted yet, one at a time while the screen is shown. A task that cannot be
 * counted is passed over: its own screen says why.
 */
export function useBackgroundCount(tasks: readonly TaskSummary[]): void {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const waiting = tasks.find((task) => task.tokens === null && !passedOver.has(task.id))?.id
  useEffect(() => {
    if (waiting === undefined) return
    const controller = new AbortController()
    const count = async (): Promise<void> => {
      for await (const event of await client.tasks.inspect(
        { taskId: waiting },
        { signal: controller.signal },
      )) {
        if (event.kind === 'finished') break
      }
    }
    void count()
      .catch(() => undefined)
      .finally(() => {
        if (controller.signal.aborted) return
        passedOver.add(waiting)
        void queryClient.invalidateQueries({ queryKey: queries.tasks.list.key() })
      })
    return () => controller.abort()
  }, [waiting, client, queries, queryClient])
}

/** Tasks that were tried in this window; those that succeeded carry their tokens and are not looked for again. */
const passedOver = new Set<string>()
