import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { z } from 'zod'
import type { ContextStatus } from '../../shared/api/context.ts'
import { useEngine } from './engine-context.ts'
import { usePreference } from './use-preference.ts'

/** The window that tasks are held against, and whose it is. */
export type ContextWindow = {
  /** Null where there is neither a main profile nor a choice. */
  readonly windowTokens: number | null
  /** Name of the main profile; null where someone chose the window, or nobody did. */
  readonly profileName: string | null
  /** What someone chose, in tokens; null where the main profile decides. */
  readonly chosen: number | null
  readonly choose: (windowTokens: number | null) => void
}

/** Windows below this are no windows: it is the least that a profile may have. In tokens. */
export const smallestWindow = 1000
const chosenSchema = z.number().min(smallestWindow).nullable()

/** Where a task stands against the chosen window, or that of the main profile. */
export function useContextStatus(taskId: string): {
  readonly window: ContextWindow
  readonly status: UseQueryResult<ContextStatus>
} {
  const { queries } = useEngine()
  const profiles = useQuery(queries.profiles.list.queryOptions()).data
  const [chosen, choose] = usePreference('context.window', chosenSchema, null)
  const main = profiles?.profiles.find(({ profile }) => profile.id === profiles.roles.main)?.profile ?? null
  const isOwn = chosen === null && main !== null
  const status = useQuery(
    queries.context.status.queryOptions({
      input: { taskId, ...(isOwn ? { profileId: main.id } : { windowTokens: chosen ?? smallestWindow }) },
      enabled: chosen !== null || main !== null,
      placeholderData: keepPreviousData,
    }),
  )
  const windowTokens = chosen ?? main?.windowTokens ?? null
  return { window: { windowTokens, profileName: isOwn ? main.name : null, chosen, choose }, status }
}
