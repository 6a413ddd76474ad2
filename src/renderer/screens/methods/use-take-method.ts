import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { RunSummary } from '../../../shared/condense/run-types.ts'
import type { PagePreference } from '../../../shared/kernel/page-preferences.ts'
import { parsePresetReference } from '../../../shared/methods/preset-reference-types.ts'
import type { Settings } from '../../../shared/methods/provider-types.ts'
import { useEngine } from '../../data/engine-context.ts'
import { routes } from '../../lib/routes.ts'
import { buildPresetSettings } from './presets/find-matching-preset.ts'

/** A method by its provider and preset; the defaults of the provider where none is named. */
export type NamedMethod = { readonly providerId: string; readonly presetId: string | null }

/** Puts a method into the editor: its settings are what is edited from then on. */
export function useTakeMethod(): (method: NamedMethod) => Promise<void> {
  const { queries } = useEngine()
  const queryClient = useQueryClient()
  const remember = useRemember()
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

/** Puts the settings of a run into the editor and opens it over the task. */
export function useTuneRun(): (run: RunSummary) => void {
  const remember = useRemember()
  const [, navigate] = useLocation()
  return ({ taskId, providerId, presetId, settings }) => {
    remember(`draft.${providerId}`, settings)
    const preset = presetId === null ? null : parsePresetReference(presetId)
    if (preset !== null) remember(`preset.${providerId}`, preset.id)
    navigate(routes.methodSettings(taskId, providerId))
  }
}

/** Keeps a preference, which whoever reads it next has at once. */
function useRemember(): (key: PagePreference, value: string | Settings) => void {
  const { queries, preferences } = useEngine()
  const queryClient = useQueryClient()
  return (key, value) => {
    queryClient.setQueryData(queries.preferences.all.queryKey(), (old) => ({ ...old, [key]: value }))
    preferences.set(key, value)
  }
}
