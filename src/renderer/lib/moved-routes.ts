import { routes } from './routes.ts'

/** Where screens of earlier versions are now, by the first step of their address. */
const moved: Readonly<Record<string, string>> = {
  presets: routes.methods,
  smart: routes.method('smart'),
  guide: routes.choose,
  runs: routes.activity,
  monitor: routes.activityTab('methods'),
  doctor: routes.settings,
}

/** The same of the tabs of a task, by the name of the tab. */
const movedTabs: Readonly<Record<string, (taskId: string, detail: string | undefined) => string | null>> = {
  compare: (taskId) => routes.task(taskId, 'methods'),
  condense: (taskId, providerId) => routes.methodSettings(taskId, providerId),
  runs: (taskId) => routes.task(taskId, 'methods'),
  replay: (taskId, part) => (part === 'when' ? routes.when(taskId) : null),
}

/** The address that took the place of one that is gone; Home for one that never was. */
export function findMovedRoute(location: string): string {
  return moved[location.split('/', 2)[1] ?? ''] ?? routes.home
}

/** The address that took the place of a tab of a task that is gone; null for one that is there, or never was. */
export function findMovedTab(taskId: string, tab = '', detail?: string): string | null {
  return movedTabs[tab]?.(taskId, detail) ?? null
}
