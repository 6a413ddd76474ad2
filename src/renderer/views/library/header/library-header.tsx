import { Button } from '@mantine/core'
import { IconDatabaseSearch, IconFolderOpen } from '@tabler/icons-react'
import { use, useState } from 'react'
import { Link } from 'wouter'
import { Toolbar } from '../../../components/toolbar.tsx'
import { libraryTabs, routes, type LibraryTab } from '../../../lib/routes.ts'
import { OpenFolderContext } from '../open-folder-context.ts'
import { OpeningReportPanel } from '../opening-report-panel.tsx'
import { SourcesDialog } from '../sources/sources-dialog.tsx'
import styles from './library-header.module.css'
import { LibraryProgress } from './library-progress.tsx'

const tabs: Readonly<Record<LibraryTab, { readonly label: string; readonly route: string }>> = {
  tasks: { label: 'Tasks', route: routes.library },
  messages: { label: 'Messages', route: routes.librarySearch() },
  overview: { label: 'Overview', route: routes.libraryOverview },
}

/** What all tabs of the Library begin with: the tabs, how far reading has come, and the ways to more tasks. */
export function LibraryHeader({ tab }: { readonly tab: LibraryTab }) {
  const openFolder = use(OpenFolderContext)
  const [isSourcesOpen, setSourcesOpen] = useState(false)
  return (
    <>
      <Toolbar title="Library">
        <nav className={styles.tabs} aria-label="Library">
          {libraryTabs.map((name) => (
            <Link
              key={name}
              href={tabs[name].route}
              className={styles.tab ?? ''}
              aria-current={name === tab ? 'page' : undefined}
            >
              {tabs[name].label}
            </Link>
          ))}
        </nav>
        <Toolbar.Spring />
        <LibraryProgress />
        <Button
          variant="default"
          leftSection={<IconDatabaseSearch size={14} aria-hidden />}
          onClick={() => setSourcesOpen(true)}
        >
          Sources
        </Button>
        <Button leftSection={<IconFolderOpen size={14} aria-hidden />} onClick={openFolder}>
          Open folder
        </Button>
      </Toolbar>
      <OpeningReportPanel />
      {isSourcesOpen && <SourcesDialog onClose={() => setSourcesOpen(false)} />}
    </>
  )
}
