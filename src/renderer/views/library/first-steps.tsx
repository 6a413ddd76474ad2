import { Button } from '@mantine/core'
import { use } from 'react'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { OpenFolderContext } from './open-folder-context.ts'
import { DiscoveredList } from './sources/discovered-list.tsx'
import styles from './tasks-tab.module.css'

/** The ways to histories of one's own, while there are none: storage that was discovered, dropping, opening. */
export function FirstSteps({ hasSample }: { readonly hasSample: boolean }) {
  const openFolder = use(OpenFolderContext)
  return (
    <>
      <div className={styles.first}>
        {hasSample && (
          <p className={styles.lead}>
            This sample comes with Dewpoint. For a history of your own, drop the task folder of an agent
            anywhere on this window, or open one.
          </p>
        )}
        <DiscoveredList whenNone={null} />
      </div>
      {!hasSample && (
        <EmptyPanel action={<Button onClick={openFolder}>Open folder</Button>}>
          No task is open yet. Open the task folder of an agent, or drop one anywhere on this window.
        </EmptyPanel>
      )}
    </>
  )
}
