import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { showsSamplesKey } from '../../shared/kernel/page-preferences.ts'
import type { TaskSummary } from '../../shared/library/task-types.ts'
import { useEngine } from './engine-context.ts'
import { usePreference } from './use-preference.ts'

/** Whether samples stay in the lists beside tasks of one's own, and the switch of that. */
export function useShowsSamples(): readonly [boolean, (shows: boolean) => void] {
  return usePreference(showsSamplesKey, z.boolean(), false)
}

/** The tasks that lists offer: samples only while there is nothing else, or where somebody wants them. */
export function useListedTasks() {
  const { queries } = useEngine()
  const [showsSamples] = useShowsSamples()
  return useQuery(
    queries.tasks.list.queryOptions({
      refetchOnWindowFocus: true,
      select: showsSamples ? keepAll : leaveSamplesOut,
    }),
  )
}

const keepAll = (tasks: TaskSummary[]): TaskSummary[] => tasks

function leaveSamplesOut(tasks: TaskSummary[]): TaskSummary[] {
  const own = tasks.filter(({ isSample }) => !isSample)
  return own.length === 0 ? tasks : own
}
