import { z } from 'zod'
import { usePreference } from './use-preference.ts'

/** Id of the task that someone worked on last, on any screen; empty where there was none. */
export function useLastTask(): readonly [string, (taskId: string) => void] {
  return usePreference('task.last', z.string(), '')
}
