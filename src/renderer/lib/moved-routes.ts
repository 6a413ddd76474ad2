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

/** The address that took the place of one that is gone; Home for one that never was. */
export function findMovedRoute(location: string): string {
  return moved[location.split('/', 2)[1] ?? ''] ?? routes.home
}
