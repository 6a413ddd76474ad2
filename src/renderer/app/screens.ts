import {
  IconAdjustmentsHorizontal,
  IconBooks,
  IconCpu,
  IconFileDescription,
  IconFlask,
  IconHistory,
  IconHome,
  IconSettings,
  type Icon,
} from '@tabler/icons-react'
import { compactionWords } from '../lib/compaction-words.ts'
import { routes } from '../lib/routes.ts'

/** A screen that is always there, in the rail and in the palette. */
export type Screen = {
  readonly label: string
  readonly route: string
  readonly icon: Icon
  /** Other words that people look for it by. */
  readonly words?: readonly string[]
}

/** The screens in their order on the rail, those that belong together in a group. */
export const screenGroups: readonly (readonly Screen[])[] = [
  [
    { label: 'Home', route: routes.home, icon: IconHome, words: compactionWords },
    { label: 'Library', route: routes.library, icon: IconBooks },
    { label: 'Experiments', route: routes.experiments, icon: IconFlask },
  ],
  [
    { label: 'Prompts', route: routes.prompts, icon: IconFileDescription },
    {
      label: 'Methods',
      route: routes.methods,
      icon: IconAdjustmentsHorizontal,
      words: [
        ...compactionWords,
        'condense',
        'presets',
        'smart editor',
        'passes',
        'provider',
        'arm',
        'strategy',
      ],
    },
    { label: 'Models', route: routes.profiles, icon: IconCpu, words: ['profiles', 'keys', 'api key'] },
  ],
  [
    {
      label: 'Activity',
      route: routes.activity,
      icon: IconHistory,
      words: ['runs', 'monitor', 'spending', 'cost', 'paid', 'alerts'],
    },
    {
      label: 'Settings',
      route: routes.settings,
      icon: IconSettings,
      words: ['doctor', 'backup', 'policy', 'log', 'theme', 'limits'],
    },
  ],
]

/** All of them, in their order. */
export const screens: readonly Screen[] = screenGroups.flat()
