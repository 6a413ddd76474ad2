import { Tabs } from '@mantine/core'
import { useLocation } from 'wouter'
import { Toolbar } from '../../components/toolbar.tsx'
import { routes } from '../../lib/routes.ts'
import { CasesTab } from './cases-tab.tsx'
import { ComparisonTab } from './comparison-tab.tsx'
import { guideTabLabels, guideTabOf, guideTabs } from './guide-tabs.ts'
import styles from './guide-view.module.css'
import { QuestionsTab } from './questions-tab.tsx'
import { TreeTab } from './tree-tab.tsx'

/** Which provider to take: four questions, a tree, claims beside what was measured, and cases. */
export function GuideView({ tab }: { readonly tab: string | null }) {
  const [, navigate] = useLocation()
  return (
    <>
      <Toolbar title="Guide">
        <span>Which provider suits a task, and why.</span>
      </Toolbar>
      <Tabs
        value={guideTabOf(tab)}
        keepMounted={false}
        className={styles.tabs ?? ''}
        onChange={(next) => navigate(`${routes.guide}/${guideTabOf(next)}`, { replace: true })}
      >
        <Tabs.List className={styles.list ?? ''}>
          {guideTabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {guideTabLabels[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="questions" className={styles.panel ?? ''}>
          <QuestionsTab />
        </Tabs.Panel>
        <Tabs.Panel value="tree" className={styles.panel ?? ''}>
          <TreeTab />
        </Tabs.Panel>
        <Tabs.Panel value="comparison" className={styles.panel ?? ''}>
          <ComparisonTab />
        </Tabs.Panel>
        <Tabs.Panel value="cases" className={styles.panel ?? ''}>
          <CasesTab />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
