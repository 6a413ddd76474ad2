import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { PagePreference } from '../../../../shared/kernel/page-preferences.ts'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { routes } from '../../../lib/routes.ts'
import { buildPresetSettings } from './find-matching-preset.ts'

/** Opens Condense on a task with a preset chosen; with the defaults of the provider where none is named. */
export function useOpenInCondense(): (
  taskId: string,
  chosen: { readonly providerId: string; readonly presetId: string | null },
) => Promise<void> {
  const { queries, preferences } = useEngine()
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const remember = (
    key: PagePreference,
    value: PresetEntry['id'] | ReturnType<typeof buildPresetSettings>,
  ): void => {
    queryClient.setQueryData(queries.preferences.all.queryKey(), (old) => ({ ...old, [key]: value }))
    preferences.set(key, value)
  }
  return async (taskId, { providerId, presetId }) => {
    const [providers, presets] = await Promise.all([
      queryClient.fetchQuery(queries.providers.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY })),
      queryClient.fetchQuery(queries.presets.list.queryOptions({ input: { providerId } })),
    ])
    const provider = providers.find(({ id }) => id === providerId)
    const preset = presets.find(({ id }) => id === presetId)
    if (provider !== undefined) {
      remember(
        `draft.${providerId}`,
        preset === undefined ? provider.defaults : buildPresetSettings(provider, preset),
      )
      if (preset !== undefined) remember(`preset.${providerId}`, preset.id)
    }
    navigate(routes.condense(taskId, providerId))
  }
}

/** Opens Condense on a task with an arm chosen. What goes wrong is reported where opening is. */
export function useTuneArm(): (taskId: string, armId: string) => void {
  const { opener, queries } = useEngine()
  const queryClient = useQueryClient()
  const openInCondense = useOpenInCondense()
  const tune = async (taskId: string, armId: string): Promise<void> => {
    const arms = await queryClient.ensureQueryData(queries.arms.list.queryOptions())
    const arm = arms.find(({ id }) => id === armId)
    if (arm !== undefined) await openInCondense(taskId, arm)
  }
  return (taskId, armId) => void tune(taskId, armId).catch(opener.fail)
}
