/** Tabs of the guide, in their order. */
export const guideTabs = ['questions', 'tree', 'comparison', 'cases'] as const
/** One of the tabs. */
export type GuideTab = (typeof guideTabs)[number]

/** What each tab is called. */
export const guideTabLabels: Readonly<Record<GuideTab, string>> = {
  questions: 'Questions',
  tree: 'Decision tree',
  comparison: 'Comparison',
  cases: 'By case',
}

/** The tab that an address names; the questions where it names none. */
export function guideTabOf(name: string | null): GuideTab {
  return guideTabs.find((tab) => tab === name) ?? 'questions'
}
