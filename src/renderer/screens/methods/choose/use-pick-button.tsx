import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { GuidePick } from '../../../../shared/home/guide-types.ts'
import { mergeSettings } from '../../../../shared/methods/merge-settings.ts'
import {
  settingsSchema,
  type ProviderInfo,
  type Settings,
} from '../../../../shared/methods/provider-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { useLastTask } from '../../../data/use-last-task.ts'
import { usePreference } from '../../../data/use-preference.ts'
import { formatTaskTitle } from '../../../lib/format-task-title.ts'
import { routes } from '../../../lib/routes.ts'
import { plainRunOptions, runOptionsSchema } from '../editor/run-options.ts'

type Found = { readonly isLoading: boolean; readonly hasTask: boolean; readonly hasProvider: boolean }

type UsePickButtonProps = {
  readonly pick: GuidePick
  /** The one that the screen is about. */
  readonly isMain?: boolean
}

/** Opens Condense on the task that was seen last, filled with a recommendation. */
export function UsePickButton({ pick, isMain = false }: UsePickButtonProps) {
  const { use, obstacle, taskTitle } = useUsePick(pick)
  const label = isMain ? 'Try it on a task' : 'Use'
  return (
    <Button
      size={isMain ? 'xs' : 'compact-xs'}
      variant={isMain ? 'filled' : 'default'}
      style={{ flex: 'none' }}
      aria-label={isMain ? undefined : `Use ${pick.label}`}
      rightSection={isMain ? <IconArrowRight size={14} aria-hidden /> : undefined}
      title={obstacle ?? `Opens Condense on ${taskTitle}`}
      disabled={obstacle !== null}
      onClick={use}
    >
      {label}
    </Button>
  )
}

/** What it takes to follow a recommendation: why it cannot be done, or what does it, and on which task. */
function useUsePick(pick: GuidePick): {
  readonly use: () => void
  /** Null where nothing is in the way. */
  readonly obstacle: string | null
  readonly taskTitle: string
} {
  const { queries } = useEngine()
  const [, navigate] = useLocation()
  const providers = useQuery(queries.providers.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const tasks = useQuery(queries.tasks.list.queryOptions())
  const [lastTask] = useLastTask()
  const [, setDraft] = usePreference(`draft.${pick.providerId}`, settingsSchema, {})
  const [options, setOptions] = usePreference(`options.${pick.providerId}`, runOptionsSchema, plainRunOptions)
  const task = tasks.data?.find(({ id }) => id === lastTask) ?? tasks.data?.[0]
  const provider = providers.data?.find(({ id }) => id === pick.providerId)
  const settings = provider === undefined ? null : buildPickSettings(provider, pick)
  const obstacle = explainObstacle({
    isLoading: providers.isPending || tasks.isPending,
    hasTask: task !== undefined,
    hasProvider: settings !== null,
  })
  return {
    obstacle,
    taskTitle: task === undefined ? '' : formatTaskTitle(task.title),
    use: () => {
      if (task === undefined || settings === null) return
      setDraft(settings)
      const { profileId } = pick
      if (options.profileId !== profileId) setOptions({ ...options, profileId })
      navigate(routes.methodSettings(task.id, pick.providerId))
    },
  }
}

function explainObstacle({ isLoading, hasTask, hasProvider }: Found): string | null {
  if (isLoading) return 'Loading'
  if (!hasProvider) return 'This version does not have it.'
  return hasTask ? null : 'Open a task first: the Library has a button for it.'
}

/** The settings that a recommendation means, complete. Null where the provider has no such preset. */
export function buildPickSettings(
  { defaults, presets }: Pick<ProviderInfo, 'defaults' | 'presets'>,
  { presetId }: GuidePick,
): Settings | null {
  const preset = presetId === null ? { settings: {} } : presets.find(({ id }) => id === presetId)
  if (preset === undefined) return null
  return mergeSettings(defaults, preset.settings)
}
