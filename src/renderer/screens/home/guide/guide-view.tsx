import { Tabs } from '@mantine/core'
import { useLocation } from 'wouter'
import { routes } from '../../../lib/routes.ts'
import { Toolbar } from '../../../ui/components/toolbar.tsx'
import { ComparisonTab } from './comparison-tab.tsx'
import { GuideHead } from './guide-head.tsx'
import { QuestionsTab } from './questions-tab.tsx'
import { useGuideAdvice } from './use-guide-advice.ts'
import { CasesTab, TreeTab } from './wishes-tabs.tsx'
import guideStyles from './guide-view.module.css'

/** Tabs of the guide, in their order. */
const guideTabs = ['questions', 'tree', 'comparison', 'cases'] as const

/** One of the tabs. */
type GuideTab = (typeof guideTabs)[number]

/** What each tab is called. */
const guideTabLabels: Readonly<Record<GuideTab, string>> = {
  questions: 'Questions',
  tree: 'Decision tree',
  comparison: 'Comparison',
  cases: 'By case',
}

/** Which arm to use, by what was measured: questions, a tree, every arm beside the claims of the design, and cases. */
export function GuideView({ tab }: { readonly tab: string | null }) {
  const [, navigate] = useLocation()
  const guided = useGuideAdvice()
  return (
    <>
      <Toolbar title="Guide" />
      <GuideHead guided={guided} />
      <Tabs
        value={pickGuideTab(tab)}
        keepMounted={false}
        className={guideStyles.tabs ?? ''}
        onChange={(next) => navigate(`${routes.guide}/${pickGuideTab(next)}`, { replace: true })}
      >
        <Tabs.List className={guideStyles.list ?? ''}>
          {guideTabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {guideTabLabels[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="questions" className={guideStyles.panel ?? ''}>
          <QuestionsTab guided={guided} />
        </Tabs.Panel>
        <Tabs.Panel value="tree" className={guideStyles.panel ?? ''}>
          <TreeTab />
        </Tabs.Panel>
        <Tabs.Panel value="comparison" className={guideStyles.panel ?? ''}>
          <ComparisonTab advice={guided.advice} />
        </Tabs.Panel>
        <Tabs.Panel value="cases" className={guideStyles.panel ?? ''}>
          <CasesTab />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** The tab that an address names. The questions where it names none. */
function pickGuideTab(name: string | null): GuideTab {
  return guideTabs.find((tab) => tab === name) ?? 'questions'
}
