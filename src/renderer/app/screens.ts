import {
  IconActivityHeartbeat,
  IconAdjustmentsHorizontal,
  IconBooks,
  IconCompass,
  IconChartBar,
  IconCpu,
  IconFileDescription,
  IconFlask,
  IconHistory,
  IconSettings,
  type Icon,
} from '@tabler/icons-react'
import { routes } from '../lib/routes.ts'

/** A screen that is always there, in the rail and in the palette. */
export type Screen = { readonly label: string; readonly route: string; readonly icon: Icon }

/** The screens in their order on the rail. */
export const screens: readonly Screen[] = [
  { label: 'Library', route: routes.library, icon: IconBooks },
  { label: 'Experiments', route: routes.experiments, icon: IconFlask },
  { label: 'Runs', route: routes.runs, icon: IconHistory },
  { label: 'Monitor', route: routes.monitor, icon: IconChartBar },
  { label: 'Profiles', route: routes.profiles, icon: IconCpu },
  { label: 'Prompts', route: routes.prompts, icon: IconFileDescription },
  { label: 'Smart editor', route: routes.smart, icon: IconAdjustmentsHorizontal },
  { label: 'Guide', route: routes.guide, icon: IconCompass },
  { label: 'Settings', route: routes.settings, icon: IconSettings },
  { label: 'Doctor', route: routes.doctor, icon: IconActivityHeartbeat },
]
