import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { z } from 'zod'
import type { ContextStatus, ModelWindow } from '../../shared/library/context-contract.ts'
import type { ModelProfile } from '../../shared/models/model-profile-types.ts'
import { useEngine } from './engine-context.ts'
import { usePreference } from './use-preference.ts'

/** The window that tasks are measured against, and its owner. */
export type ContextWindow = {
  /** Null where there is neither a choice nor a main profile, and the window of the task's model is not known. */
  readonly windowTokens: number | null
  /** The main profile or the model of the task, or null where the window was chosen or is unknown. */
  readonly owner: WindowOwner | null
  /** The chosen window in tokens, or null where the main profile or the model decides. */
  readonly chosen: number | null
  readonly choose: (windowTokens: number | null) => void
}

/** What has a window. */
export type WindowOwner = {
  readonly kind: 'profile' | 'model'
  readonly name: string
  /** Another model to which the last request of the task went, or null where it went to this one, or a profile decides. */
  readonly aside: string | null
}

/** Whose window it is, in words, or empty where someone chose it. */
export function describeOwner({ owner }: Pick<ContextWindow, 'owner'>): string {
  if (owner === null) return ''
  const aside =
    owner.aside === null ? '' : ` The last request went to ${owner.aside}, and not with this history.`
  return `The window of the ${owner.kind} ${owner.name}.${aside}`
}

/** Windows below this are no windows: it is the least that a profile may have. In tokens. */
export const smallestWindow = 1000
const chosenSchema = z.number().min(smallestWindow).nullable()

/** Where a task stands against the chosen window, that of the main profile, or that of its model: the first there is. */
export function useContextStatus(taskId: string): {
  readonly window: ContextWindow
  readonly status: UseQueryResult<ContextStatus>
} {
  const { queries } = useEngine()
  const profiles = useQuery(queries.profiles.list.queryOptions()).data
  const [chosen, choose] = usePreference('context.window', chosenSchema, null)
  const main = profiles?.profiles.find(({ profile }) => profile.id === profiles.roles.main)?.profile ?? null
  const isOwn = chosen === null && main !== null
  const ofModel = useQuery(
    queries.context.modelWindow.queryOptions({
      input: { taskId },
      enabled: chosen === null && profiles !== undefined && main === null,
    }),
  ).data
  const knownTokens = chosen ?? ofModel?.windowTokens ?? null
  const status = useQuery(
    queries.context.status.queryOptions({
      input: {
        taskId,
        ...(isOwn ? { profileId: main.id } : { windowTokens: knownTokens ?? smallestWindow }),
      },
      enabled: isOwn || knownTokens !== null,
      placeholderData: keepPreviousData,
    }),
  )
  const windowTokens = isOwn ? main.windowTokens : knownTokens
  const owner = chosen === null ? findOwner(main, ofModel) : null
  return { window: { windowTokens, owner, chosen, choose }, status }
}

function findOwner(main: ModelProfile | null, ofModel: ModelWindow | undefined): WindowOwner | null {
  if (main !== null) return { kind: 'profile', name: main.name, aside: null }
  return ofModel?.model == null || ofModel.windowTokens === null
    ? null
    : { kind: 'model', name: ofModel.model, aside: ofModel.aside }
}
