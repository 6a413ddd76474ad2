import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { PagePreference } from '../../../shared/kernel/page-preferences.ts'
import type { Settings } from '../../../shared/methods/provider-types.ts'
import { useEngine } from '../../data/engine-context.ts'
import { routes } from '../../lib/routes.ts'
import { buildPresetSettings } from './presets/find-matching-preset.ts'

/** A method by its provider and preset; the defaults of the provider where none is named. */
export type NamedMethod = { readonly providerId: string; readonly presetId: string | null }

/** Puts a method into the editor: its settings are what is edited from then on. */
export function useTakeMethod(): (method: NamedMethod) => Promise<void> {
  const { queries, preferences } = useEngine()
  const queryClient = useQueryClient()
  const remember = (key: PagePreference, value: string | Settings): void => {
    queryClient.setQueryData(queries.preferences.all.queryKey(), (old) => ({ ...old, [key]: value }))
    preferences.set(key, value)
  }
  return async ({ providerId, presetId }) => {
    const [providers, presets] = await Promise.all([
      queryClient.fetchQuery(queries.providers.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY })),
      queryClient.fetchQuery(queries.presets.list.queryOptions({ input: { providerId } })),
    ])
    const provider = providers.find(({ id }) => id === providerId)
    if (provider === undefined) return
    const preset = presets.find(({ id }) => id === presetId)
    const settings = preset === undefined ? provider.defaults : buildPresetSettings(provider, preset)
    remember(`draft.${providerId}`, settings)
    if (preset !== undefined) remember(`preset.${providerId}`, preset.id)
    remember('condense.provider', providerId)
  }
}

/** Opens the editor on a task with an arm in it. What goes wrong is reported where opening is. */
export function useTuneArm(): (taskId: string, armId: string) => void {
  const { opener, queries } = useEngine()
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const take = useTakeMethod()
  const tune = async (taskId: string, armId: string): Promise<void> => {
    const arms = await queryClient.ensureQueryData(queries.arms.list.queryOptions())
    const arm = arms.find(({ id }) => id === armId)
    if (arm === undefined) return
    await take(arm)
    navigate(routes.condense(taskId, arm.providerId))
  }
  return (taskId, armId) => void tune(taskId, armId).catch(opener.fail)
}
