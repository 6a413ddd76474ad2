/** Whether samples stay in lists and searches beside tasks of one's own. The page sets it, the search obeys it. */
export const showsSamplesKey = 'library.showsSamples'

/** What a page remembers under a name of its own. */
const names = [
  'blind.experiments',
  'compare.added',
  'condense.provider',
  'context.window',
  'experiment.details',
  'goal',
  'groups.experiment',
  'guide.answers',
  'home.sweep',
  'library.collapsed',
  'library.filter',
  'library.groupBy',
  'library.hiddenColumns',
  'library.kindColumns',
  showsSamplesKey,
  'methods.hiddenColumns',
  'monitor',
  'overview.by',
  'rail.isCollapsed',
  'replay.details',
  'replay.metrics',
  'task.last',
  'theme',
] as const

/** What it remembers of many things: of a table, a screen, a provider, a task or a prompt, whose name follows. */
const families = ['columns', 'draft', 'layout', 'options', 'preset', 'sort'] as const

/** The name of a preference that a page may set. All others are the engine's own, and change by methods that check them. */
export type PagePreference = (typeof names)[number] | `${(typeof families)[number]}.${string}`

const known: ReadonlySet<string> = new Set(names)

/** Whether a page may set a preference of this name. */
export function isPagePreference(key: string): key is PagePreference {
  return known.has(key) || families.some((family) => key.startsWith(`${family}.`))
}
