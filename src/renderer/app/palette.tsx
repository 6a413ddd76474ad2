import { Spotlight, spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import {
  IconChartBar,
  IconCompass,
  IconCpu,
  IconFileDescription,
  IconFileText,
  IconFlask,
  IconFoldDown,
  IconFolderOpen,
  IconKeyboard,
  IconMoon,
  IconPlayerPlay,
  IconSearch,
  IconTable,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useLocation } from 'wouter'
import { useEngine } from '../data/engine-context.ts'
import { useListedTasks } from '../data/use-listed-tasks.ts'
import { compactionWords } from '../lib/compaction-words.ts'
import { formatTaskTitle } from '../lib/format-task-title.ts'
import { formatCountWithNoun } from '../lib/format.ts'
import { routes } from '../lib/routes.ts'
import { screens, type Screen } from './screens.ts'
import { useOpenTask } from './use-open-task.ts'

/** Tabs that are looked for by name. */
const placesWithin: readonly Screen[] = [
  {
    label: 'Condensations',
    route: routes.libraryTasks({ condensed: 'yes' }),
    icon: IconFoldDown,
    words: compactionWords,
  },
  { label: 'Search messages', route: routes.librarySearch(), icon: IconSearch },
  { label: 'Overview', route: routes.libraryOverview, icon: IconChartBar },
  {
    label: 'Choose a method',
    route: routes.choose,
    icon: IconCompass,
    words: ['guide', 'recommend', 'which method'],
  },
]

type PaletteProps = {
  readonly openFolder: () => void
  readonly showShortcuts: () => void
  readonly toggleScheme: () => void
}

/** The command palette, opened with Ctrl+K or Cmd+K. */
export function Palette({ openFolder, showShortcuts, toggleScheme }: PaletteProps) {
  const [, navigate] = useLocation()
  usePaletteKey()
  const commands: SpotlightActionGroupData = {
    group: 'Commands',
    actions: [
      {
        id: 'open-folder',
        label: 'Open folder…',
        leftSection: <IconFolderOpen size={16} />,
        onClick: openFolder,
      },
      {
        id: 'theme',
        label: 'Toggle dark and light theme',
        leftSection: <IconMoon size={16} />,
        onClick: toggleScheme,
      },
      {
        id: 'shortcuts',
        label: 'Keyboard shortcuts',
        leftSection: <IconKeyboard size={16} />,
        onClick: showShortcuts,
      },
    ],
  }
  const places: SpotlightActionGroupData = {
    group: 'Go to',
    actions: [...screens, ...placesWithin].map((screen) => ({
      id: screen.route,
      label: screen.label,
      keywords: [...(screen.words ?? [])],
      leftSection: <screen.icon size={16} />,
      onClick: () => navigate(screen.route),
    })),
  }
  return (
    <Spotlight
      actions={[...useTaskPlaces(), places, commands, ...useLibraryActions()]}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
      shortcut={null}
      limit={40}
      scrollable
      maxHeight={420}
      nothingFound="No match"
      searchProps={{
        leftSection: <IconSearch size={16} />,
        placeholder: 'A screen, a task, a command',
        'aria-label': 'Find',
      }}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
    />
  )
}

/** Opens the palette on Ctrl+K or Cmd+K before editors take it for the start of a chord. */
function usePaletteKey(): void {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent): void => {
      const plain = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!plain || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      event.stopPropagation()
      spotlight.toggle()
    }
    window.addEventListener('keydown', handleKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', handleKeyDown, { capture: true })
  }, [])
}

function useTaskActions(): readonly SpotlightActionGroupData[] {
  const [, navigate] = useLocation()
  const tasks = useListedTasks().data
  // A library has thousands: they are made into actions when they change, not with every key.
  return useMemo(() => {
    if (tasks === undefined || tasks.length === 0) return []
    const actions = tasks.map((task) => ({
      id: `task-${task.id}`,
      label: formatTaskTitle(task.title),
      description: task.messages === null ? 'Not read yet' : formatCountWithNoun(task.messages, 'message'),
      leftSection: taskIcon,
      onClick: () => navigate(routes.taskAtInterest(task)),
    }))
    return [{ group: 'Tasks', actions }]
  }, [tasks, navigate])
}

const taskIcon = <IconFileText size={16} />

/** What is kept, by name. */
function useLibraryActions(): readonly SpotlightActionGroupData[] {
  return [...useExperimentActions(), ...useSetUpActions(), ...useTaskActions()]
}

/** Experiments by name, and a new one. */
function useExperimentActions(): readonly SpotlightActionGroupData[] {
  const { queries } = useEngine()
  const [, navigate] = useLocation()
  const experiments = useQuery(queries.experiments.list.queryOptions()).data ?? []
  const actions = experiments.map(({ id, name, cells }) => ({
    id: `experiment-${id}`,
    label: name,
    description: formatCountWithNoun(cells.total, 'cell'),
    leftSection: <IconFlask size={16} />,
    onClick: () => navigate(routes.experiment(id)),
  }))
  const fresh = {
    id: 'new-experiment',
    label: 'New experiment',
    leftSection: <IconFlask size={16} />,
    onClick: () => navigate(routes.newExperiment),
  }
  return [{ group: 'Experiments', actions: [fresh, ...actions] }]
}

/** Profiles and prompts by name. */
function useSetUpActions(): readonly SpotlightActionGroupData[] {
  const { queries } = useEngine()
  const [, navigate] = useLocation()
  const profiles = useQuery(queries.profiles.list.queryOptions()).data?.profiles ?? []
  const prompts = useQuery(queries.prompts.list.queryOptions()).data ?? []
  const groups: readonly SpotlightActionGroupData[] = [
    {
      group: 'Models',
      actions: profiles.map(({ profile }) => ({
        id: `profile-${profile.id}`,
        label: profile.name,
        description: profile.model,
        leftSection: <IconCpu size={16} />,
        onClick: () => navigate(routes.profile(profile.id)),
      })),
    },
    {
      group: 'Prompts',
      actions: prompts.map((prompt) => ({
        id: `prompt-${prompt.id}`,
        label: prompt.name,
        description: formatCountWithNoun(prompt.versions.length, 'version'),
        leftSection: <IconFileDescription size={16} />,
        onClick: () => navigate(routes.prompt(prompt.id)),
      })),
    },
  ]
  return groups.filter((group) => group.actions.length > 0)
}

/** Leads to the condensations of the open task, to its methods, and to a run of any of them. */
function useTaskPlaces(): readonly SpotlightActionGroupData[] {
  const task = useOpenTask()
  const [, navigate] = useLocation()
  if (task === null) return []
  const places: readonly Screen[] = [
    { label: 'Condensations of this task', route: routes.task(task.id, 'condensations'), icon: IconFoldDown },
    { label: 'Methods on this task', route: routes.task(task.id, 'methods'), icon: IconTable },
    { label: 'Run a method on this task…', route: routes.methodSettings(task.id), icon: IconPlayerPlay },
  ]
  return [
    {
      group: 'This task',
      actions: places.map((place) => ({
        id: place.label,
        label: place.label,
        keywords: ['condense', ...compactionWords],
        leftSection: <place.icon size={16} />,
        onClick: () => navigate(place.route),
      })),
    },
  ]
}
