import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { MetricInfo } from '../../shared/activity/quality-types.ts'
import type { TaskSummary } from '../../shared/library/task-types.ts'
import type { ArmInfo } from '../../shared/methods/arm-types.ts'
import type { PresetEntry } from '../../shared/methods/preset-entry-types.ts'
import type { ProviderInfo } from '../../shared/methods/provider-types.ts'
import { extractiveProfileId } from '../../shared/models/model-profile-types.ts'
import { listMethods, type MethodRow } from '../lib/list-methods.ts'
import { buildTaskChoices } from '../lib/tell-apart.ts'
import type { Choice } from '../ui/components/editor-fields/list-distinct-choices.ts'
import { useEngine } from './engine-context.ts'
import { useListedTasks } from './use-listed-tasks.ts'

/** Everything that an experiment can name on this machine. */
export type EditorChoices = {
  readonly arms: readonly ArmInfo[]
  /** Every method under the name that people choose it by. */
  readonly methods: readonly MethodRow[]
  readonly providers: readonly ProviderInfo[]
  readonly presets: readonly PresetEntry[]
  readonly metrics: readonly MetricInfo[]
  readonly tasks: readonly Choice[]
  readonly profiles: readonly Choice[]
  readonly prompts: readonly Choice[]
}

const noArms: readonly ArmInfo[] = []
const noPresets: readonly PresetEntry[] = []
const noMetrics: readonly MetricInfo[] = []
const noProviders: readonly ProviderInfo[] = []
const noTasks: readonly TaskSummary[] = []

/** Available choices. Lists are empty until they are loaded. */
export function useEditorChoices(): EditorChoices {
  const { queries } = useEngine()
  const always = { staleTime: Number.POSITIVE_INFINITY }
  const arms = useQuery(queries.arms.list.queryOptions(always)).data ?? noArms
  const providers = useQuery(queries.providers.list.queryOptions(always)).data ?? noProviders
  const metrics = useQuery(queries.experiments.metrics.queryOptions(always)).data ?? noMetrics
  const presets = useQuery(queries.presets.list.queryOptions({ input: {} })).data ?? noPresets
  const tasks = useListedTasks().data ?? noTasks
  const profiles = useQuery(queries.profiles.list.queryOptions()).data?.profiles
  const prompts = useQuery(queries.prompts.list.queryOptions()).data
  return useMemo(
    () => ({
      arms,
      methods: listMethods(presets, providers, arms),
      providers,
      presets,
      metrics,
      tasks: buildTaskChoices(tasks),
      profiles: [
        { value: extractiveProfileId, label: 'Built-in extractive (no cost)' },
        ...(profiles ?? []).map(({ profile }) => ({ value: profile.id, label: profile.name })),
      ],
      prompts: (prompts ?? []).map(({ id, name }) => ({ value: id, label: name })),
    }),
    [arms, providers, presets, metrics, tasks, profiles, prompts],
  )
}
