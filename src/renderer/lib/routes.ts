import type { RunSummary } from '../../shared/condense/run-types.ts'
import type { LibraryFilter } from '../../shared/library/library-filter-types.ts'
import type { TaskSummary } from '../../shared/library/task-types.ts'
import { toAddressStep } from './address/address-step.ts'
import { formatLibraryFilterAddress } from './address/format-library-filter-address.ts'
import { formatRunsSelectionAddress, type RunsSelection } from './address/runs-selection.ts'

/** Tabs of a task, in their order. */
export const taskTabs = ['timeline', 'messages', 'condensations', 'methods', 'replay'] as const
/** One of the tabs. */
export type TaskTab = (typeof taskTabs)[number]

/** Tabs of the Library, in their order. */
export const libraryTabs = ['tasks', 'messages', 'overview'] as const
/** One of them. */
export type LibraryTab = (typeof libraryTabs)[number]

/** Tabs of Activity, in their order. */
export const activityTabs = ['runs', 'methods'] as const
/** One of them. */
export type ActivityTab = (typeof activityTabs)[number]

/** What of the Replay tab can be open beside its results. */
export const replayParts = ['policies', 'context'] as const
/** One of them. */
export type ReplayPart = (typeof replayParts)[number]

/** Tabs of an experiment, in their order. */
export const experimentTabs = ['results', 'cells', 'setup'] as const
/** One of them. */
export type ExperimentTab = (typeof experimentTabs)[number]

/** Addresses of screens, as they stand behind `#` in the window's address. */
export const routes = {
  home: '/home',
  library: '/library',
  /** The Library narrowed by a filter, sorted by a column where one is named. */
  libraryTasks: (filter: Partial<LibraryFilter>, largestOf?: string): string =>
    ['/library/tasks', formatLibraryFilterAddress(filter), largestOf]
      .filter((step) => step !== undefined)
      .join('/'),
  /** The search over the messages of the tasks in the Library, narrowed by a filter where one is given. */
  librarySearch: (query = '', filter?: Partial<LibraryFilter>): string => {
    if (query === '') return '/library/messages'
    const step = filter === undefined ? '' : `/${formatLibraryFilterAddress(filter)}`
    return `/library/messages/${toAddressStep(query)}${step}`
  },
  libraryOverview: '/library/overview',
  activity: '/activity',
  activityTab: (tab: ActivityTab): string => `/activity/${tab}`,
  profiles: '/profiles',
  prompts: '/prompts',
  experiments: '/experiments',
  newExperiment: '/experiments/new',
  /** Prompts, the newest version of each or `id@version`, to be compared on tasks. */
  comparePrompts: (prompts: readonly string[]): string => `/experiments/prompts/${prompts.join(',')}`,
  methods: '/methods',
  method: (providerId: string): string => `/methods/${encodeURIComponent(providerId)}`,
  /** Which method fits. No provider has this id. */
  choose: '/methods/choose',
  settings: '/settings',
  task: (taskId: string, tab: TaskTab = 'messages'): string => `/task/${encodeURIComponent(taskId)}/${tab}`,
  /** A task where its interest is: its condensations, where there are some. */
  taskAtInterest: ({ id, condensations }: Pick<TaskSummary, 'id' | 'condensations'>): string =>
    routes.task(id, condensations === null || condensations === 0 ? 'messages' : 'condensations'),
  /** A recorded condensation by its number from 1, beside what a method would have made of the same history. */
  condensation: (taskId: string, n: number, methodId?: string): string =>
    ['/task', taskId, 'condensation', n, ...(methodId === undefined ? [] : [methodId])]
      .map((step, at) => (at === 0 ? step : encodeURIComponent(step)))
      .join('/'),
  /** The probe of a recorded condensation, or of the cut that the methods of a task are compared at. */
  probe: (taskId: string, n: number | null): string =>
    n === null ? routes.methodOnTask(taskId, 'probe') : routes.condensation(taskId, n, 'probe'),
  message: (taskId: string, index: number): string => `/task/${encodeURIComponent(taskId)}/messages/${index}`,
  /** What a method makes of the history of a task, beside what others make of it. */
  methodOnTask: (taskId: string, methodId: string): string =>
    `${routes.task(taskId, 'methods')}/${encodeURIComponent(methodId)}`,
  /** A run of a task among its methods. */
  run: ({ id, taskId }: Pick<RunSummary, 'id' | 'taskId'>): string =>
    `${routes.task(taskId, 'methods')}/run/${encodeURIComponent(id)}`,
  /** The settings of a method over its task; of the one that was edited last where none is named. */
  methodSettings: (taskId: string, providerId?: string): string =>
    `${routes.task(taskId, 'methods')}/settings${providerId === undefined ? '' : `/${encodeURIComponent(providerId)}`}`,
  replay: (taskId: string, part: ReplayPart): string => `${routes.task(taskId, 'replay')}/${part}`,
  /** At what size to condense, by what was played and kept with a task. */
  when: (taskId: string): string => `/when/${encodeURIComponent(taskId)}`,
  profile: (profileId: string): string => `/profiles/${encodeURIComponent(profileId)}`,
  prompt: (promptId: string): string => `/prompts/${encodeURIComponent(promptId)}`,
  /** Two versions of a prompt beside each other. */
  promptVersions: (promptId: string, before: number, after: number): string =>
    `/prompts/${encodeURIComponent(promptId)}/compare/${before}/${after}`,
  /** Runs behind a figure of a method. */
  runsBehind: (selection: RunsSelection): string => `/activity/runs/${formatRunsSelectionAddress(selection)}`,
  experiment: (experimentId: string, tab: ExperimentTab = 'results'): string =>
    buildExperimentRoute(experimentId, tab),
  /** Any place in an experiment, by the steps of its address. */
  experimentPlace: (experimentId: string, place: string, ...steps: readonly string[]): string =>
    buildExperimentRoute(experimentId, place, ...steps),
  /** The probe of an experiment: its methods on its tasks. */
  experimentProbe: (experimentId: string): string => buildExperimentRoute(experimentId, 'probe'),
  /** The checkpoints behind the mean of a variant on a metric. */
  experimentFigure: (experimentId: string, variant: string, metric: string): string =>
    buildExperimentRoute(experimentId, 'results', variant, metric),
  experimentCell: (experimentId: string, cell: CellAddress, metric?: string): string =>
    buildExperimentRoute(
      experimentId,
      'cell',
      cell.checkpointId,
      cell.variant,
      cell.repeat,
      ...(metric ? [metric] : []),
    ),
}

/** One repeat of a variant at a checkpoint. `variant` is its id or its letter. */
type CellAddress = { readonly checkpointId: string; readonly variant: string; readonly repeat: number }

function buildExperimentRoute(experimentId: string, ...steps: readonly (string | number)[]): string {
  return ['/experiment', ...[experimentId, ...steps].map((step) => encodeURIComponent(step))].join('/')
}
