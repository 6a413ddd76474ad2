import { Tabs } from '@mantine/core'
import { useLocation } from 'wouter'
import type { Prompt } from '../../../shared/domain/prompt.ts'
import { routes } from '../../lib/routes.ts'
import { promptTabs, type PromptTab } from './prompt-address.ts'
import { PromptCompare } from './prompt-compare.tsx'
import { PromptEditor } from './prompt-editor.tsx'
import { PromptHeader } from './prompt-header.tsx'
import styles from './prompt-pane.module.css'
import { PromptVersions } from './prompt-versions.tsx'

type PromptPaneProps = {
  readonly prompt: Prompt
  readonly tab: PromptTab
  readonly before: number | null
  readonly after: number | null
}

/** One prompt: its newest text, any two versions beside each other, and where they were used. */
export function PromptPane({ prompt, tab, before, after }: PromptPaneProps) {
  const [, navigate] = useLocation()
  const newest = prompt.versions.length
  return (
    <div className={styles.pane}>
      <PromptHeader prompt={prompt} />
      <Tabs
        value={tab}
        keepMounted={false}
        className={styles.tabs ?? ''}
        onChange={(next) => {
          const chosen = promptTabs.find((candidate) => candidate === next) ?? 'text'
          navigate(`${routes.prompt(prompt.id)}/${chosen}`, { replace: true })
        }}
      >
        <Tabs.List className={styles.list ?? ''}>
          <Tabs.Tab value="text">Text</Tabs.Tab>
          <Tabs.Tab value="compare" disabled={newest < 2}>
            Compare
          </Tabs.Tab>
          <Tabs.Tab value="versions">Versions and uses</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="text" className={styles.panel ?? ''}>
          <PromptEditor prompt={prompt} />
        </Tabs.Panel>
        <Tabs.Panel value="compare" className={styles.panel ?? ''}>
          <PromptCompare prompt={prompt} before={before ?? Math.max(1, newest - 1)} after={after ?? newest} />
        </Tabs.Panel>
        <Tabs.Panel value="versions" className={styles.panel ?? ''}>
          <PromptVersions prompt={prompt} />
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}
