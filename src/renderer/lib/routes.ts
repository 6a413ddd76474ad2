import { runsSelectionAddress, type RunsSelection } from './runs-selection.ts'

/** Tabs of a task, in their order. */
export const taskTabs = ['messages', 'condense', 'runs'] as const
/** One of the tabs. */
export type TaskTab = (typeof taskTabs)[number]

/** Addresses of screens, as they stand behind `#` in the window's address. */
export const routes = {
  library: '/library',
  runs: '/runs',
  monitor: '/monitor',
  profiles: '/profiles',
  prompts: '/prompts',
  smart: '/smart',
  guide: '/guide',
  settings: '/settings',
  doctor: '/doctor',
  task: (taskId: string, tab: TaskTab = 'messages'): string => `/task/${encodeURIComponent(taskId)}/${tab}`,
  message: (taskId: string, index: number): string => `/task/${encodeURIComponent(taskId)}/messages/${index}`,
  condense: (taskId: string, providerId: string): string =>
    `/task/${encodeURIComponent(taskId)}/condense/${encodeURIComponent(providerId)}`,
  profile: (profileId: string): string => `/profiles/${encodeURIComponent(profileId)}`,
  prompt: (promptId: string): string => `/prompts/${encodeURIComponent(promptId)}`,
  /** Two versions of a prompt beside each other. */
  promptVersions: (promptId: string, before: number, after: number): string =>
    `/prompts/${encodeURIComponent(promptId)}/compare/${before}/${after}`,
  /** Runs behind a figure of the Monitor. */
  runsBehind: (selection: RunsSelection): string => `/runs/${runsSelectionAddress(selection)}`,
  run: (runId: string): string => `/run/${encodeURIComponent(runId)}`,
}
