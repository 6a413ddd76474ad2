import { z } from 'zod'
import { usePreference } from './use-preference.ts'

/** Id of the last task on any screen, or empty. */
export function useLastTask(): readonly [string, (taskId: string) => void] {
  return usePreference('task.last', z.string(), '')
}
