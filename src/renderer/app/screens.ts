import {
  IconActivityHeartbeat,
  IconAdjustmentsHorizontal,
  IconBooks,
  IconChartBar,
  IconCpu,
  IconFileDescription,
  IconFlask,
  IconHistory,
  IconHome,
  IconSettings,
  type Icon,
} from '@tabler/icons-react'
import { routes } from '../lib/routes.ts'

/** A screen that is always there, in the rail and in the palette. */
export type Screen = { readonly label: string; readonly route: string; readonly icon: Icon }

/** The screens in their order on the rail, those that belong together in a group. */
export const screenGroups: readonly (readonly Screen[])[] = [
  [
    { label: 'Home', route: routes.home, icon: IconHome },
    { label: 'Library', route: routes.library, icon: IconBooks },
    { label: 'Experiments', route: routes.experiments, icon: IconFlask },
  ],
  [
    { label: 'Prompts', route: routes.prompts, icon: IconFileDescription },
    { label: 'Methods', route: routes.methods, icon: IconAdjustmentsHorizontal },
    { label: 'Models', route: routes.profiles, icon: IconCpu },
  ],
  [
    { label: 'Runs', route: routes.runs, icon: IconHistory },
    { label: 'Monitor', route: routes.monitor, icon: IconChartBar },
  ],
  [
    { label: 'Settings', route: routes.settings, icon: IconSettings },
    { label: 'Doctor', route: routes.doctor, icon: IconActivityHeartbeat },
  ],
]

/** All of them, in their order. */
export const screens: readonly Screen[] = screenGroups.flat()
