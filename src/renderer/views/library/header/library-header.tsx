import { Button } from '@mantine/core'
import { IconDatabaseSearch, IconFolderOpen } from '@tabler/icons-react'
import { use, useState } from 'react'
import { TabLinks } from '../../../components/tab-links.tsx'
import { Toolbar } from '../../../components/toolbar.tsx'
import { libraryTabs, routes, type LibraryTab } from '../../../lib/routes.ts'
import { OpenFolderContext } from '../open-folder-context.ts'
import { OpeningReportPanel } from '../opening-report-panel.tsx'
import { StartProblems } from '../start-problems.tsx'
import { SourcesDialog } from '../sources/sources-dialog.tsx'
import { LibraryTroubles } from './library-troubles.tsx'
import { LibraryProgress } from './library-progress.tsx'

const labels: Readonly<Record<LibraryTab, string>> = {
  tasks: 'Tasks',
  messages: 'Messages',
  overview: 'Overview',
}
const addresses: Readonly<Record<LibraryTab, string>> = {
  tasks: routes.library,
  messages: routes.librarySearch(),
  overview: routes.libraryOverview,
}

/** What all tabs of the Library begin with: the tabs, how far reading has come, and the ways to more tasks. */
export function LibraryHeader({ tab }: { readonly tab: LibraryTab }) {
  const openFolder = use(OpenFolderContext)
  const [isSourcesOpen, setSourcesOpen] = useState(false)
  return (
    <>
      <Toolbar title="Library">
        <TabLinks
          label="Library"
          tabs={libraryTabs}
          current={tab}
          labels={labels}
          hrefOf={(name) => addresses[name]}
          isLarge
        />
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
      <StartProblems />
      <OpeningReportPanel />
      <LibraryTroubles />
      {isSourcesOpen && <SourcesDialog onClose={() => setSourcesOpen(false)} />}
    </>
  )
}
