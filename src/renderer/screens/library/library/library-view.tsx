import { Button, Modal } from '@mantine/core'
import { IconDatabaseSearch, IconFolderOpen, IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, use, useState } from 'react'
import { useLocation } from 'wouter'
import { assertNever } from '../../../../shared/kernel/assert-never.ts'
import { describeForeignSessions } from '../../../../shared/library/words.ts'
import { useEngine, useLibraryState } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { readAddressStep } from '../../../lib/address/address-step.ts'
import { readLibraryFilter } from '../../../lib/address/format-library-filter-address.ts'
import { formatTaskTitle } from '../../../lib/format-task-title.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { libraryTabs, routes, type LibraryTab } from '../../../lib/routes.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { TabLinks } from '../../../ui/components/tab-links.tsx'
import { Toolbar } from '../../../ui/components/toolbar.tsx'
import { Block, Caption, Column, Inline, Note, Panel, Row } from '../../../ui/layout/layout.tsx'
import { OverviewTab } from '../overview/overview-tab.tsx'
import { GoneFolders } from './gone-folders.tsx'
import { describeProgress } from './header/describe-progress.ts'
import { describeTroubles } from './header/describe-troubles.ts'
import { OpenFolderContext } from './open-folder-context.ts'
import { OpeningReportPanel } from './opening-report-panel.tsx'
import { MessageSearchTab } from './search/message-search-tab.tsx'
import { DiscoveredList } from './sources/discovered-list.tsx'
import { StartProblems } from './start-problems.tsx'
import { useLargestFirst } from './table/library-layout.tsx'
import { TasksTab } from './tasks-tab.tsx'
import { useLibraryFilter } from './use-library-filter.ts'

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

type LibraryViewProps = {
  /** As it stands in the address. */
  readonly tab: string | null
  /** The filter or the query that the address names behind the tab. */
  readonly detail: string | null
  /** Behind a filter the column whose largest figures come first, behind a query a filter. */
  readonly more: string | null
}

/** Every known task: as a table, by what was said in it, and in figures. */
export function LibraryView({ tab: name, detail, more }: LibraryViewProps) {
  const tab = libraryTabs.find((one) => one === name) ?? 'tasks'
  const query = readAddressStep(detail ?? '') ?? ''
  useFilterOfAddress(
    tab === 'tasks'
      ? { filter: detail, largestOf: more, without: routes.library }
      : { filter: tab === 'messages' ? more : null, largestOf: null, without: routes.librarySearch(query) },
  )
  return (
    <>
      <LibraryHeader tab={tab} />
      <TabContent key={`${tab} ${tab === 'tasks' ? detail : more}`} tab={tab} query={query} />
    </>
  )
}

/** Begun afresh with the filter of an address. */
function TabContent({ tab, query }: { readonly tab: LibraryTab; readonly query: string }) {
  switch (tab) {
    case 'tasks':
      return <TasksTab />
    case 'messages':
      return <MessageSearchTab initialQuery={query} />
    case 'overview':
      return <OverviewTab />
    default:
      return assertNever(tab)
  }
}

type Address = {
  /** As it stands in the address. */
  readonly filter: string | null
  readonly largestOf: string | null
  /** The address that is left when both are taken over. */
  readonly without: string
}

/** An address may name a filter and an order: they are taken over, and the address goes on without them. */
function useFilterOfAddress({ filter, largestOf, without }: Address): void {
  const [, setFilter] = useLibraryFilter()
  const putLargestFirst = useLargestFirst()
  const [, navigate] = useLocation()
  const take = useEffectEvent((step: string) => {
    const found = readLibraryFilter(step)
    if (found !== null) setFilter(found)
    if (largestOf !== null) putLargestFirst(largestOf)
    navigate(without, { replace: true })
  })
  useEffect(() => {
    if (filter !== null) take(filter)
  }, [filter])
}

/** What all tabs of the Library begin with: the tabs, how far reading has come, and the ways to more tasks. */
function LibraryHeader({ tab }: { readonly tab: LibraryTab }) {
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
          buildHref={(name) => addresses[name]}
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
      <GoneFolders />
      <OpeningReportPanel />
      <LibraryTroubles />
      {isSourcesOpen && <SourcesDialog onClose={() => setSourcesOpen(false)} />}
    </>
  )
}

/** Why the background work cannot be done for some tasks, or goes on for none, until it is put away. */
function LibraryTroubles() {
  const { client, opener } = useEngine()
  const state = useLibraryState()
  const [putAway, setPutAway] = useState('')
  const words = state === null ? null : describeTroubles(state)
  if (words === null || words.details === putAway) return null
  const tryAgain = (): void => void client.library.tryAgain().catch(opener.fail)
  return (
    <ErrorPanel
      title={words.title}
      problem={words}
      onRetry={words.isOver ? tryAgain : undefined}
      onDismiss={() => setPutAway(words.details)}
    />
  )
}

/** Where the tasks of the Library come from: storage of agents, and the folders that are followed. */
function SourcesDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Sources" size={680}>
      <section aria-label="On this machine">
        <Caption component="h3" display="block" mt="md" mb="xs">
          On this machine
        </Caption>
        <DiscoveredList whenNone="No storage of an agent was found where agents keep it. Open a folder instead." />
      </section>
      <section aria-label="Watched">
        <Caption component="h3" display="block" mt="md" mb="xs">
          Watched folders
        </Caption>
        <WatchedList />
        <Note mt="xs">
          Tasks of a folder that is no longer watched stay in the Library. Nothing on disk is ever changed.
        </Note>
      </section>
    </Modal>
  )
}

/** How far reading and counting has come, quietly. Nothing once all is done. */
function LibraryProgress() {
  const state = useLibraryState()
  const words = state === null ? null : describeProgress(state)
  if (words === null || state === null) return null
  return (
    <Row
      component="span"
      inline
      c="dimmed"
      nowrap
      role="progressbar"
      aria-label="Reading tasks"
      aria-valuenow={Math.round(words.share * 100)}
      aria-valuetext={words.text}
      title={state.workingOn === null ? undefined : `Now: ${formatTaskTitle(state.workingOn)}`}
    >
      <Inline w={64} h={4} bdrs={2} bg="var(--line)" clip aria-hidden>
        <Block
          component="span"
          display="block"
          h="100%"
          bg="var(--accent)"
          style={{ width: `${words.share * 100}%` }}
        />
      </Inline>
      {words.text}
    </Row>
  )
}

/** Folders whose tasks are followed as they change on disk, and what keeps them from it. */
function WatchedList() {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const folders = useQuery(queries.library.folders.queryOptions())
  const unwatch = useMutation({
    mutationFn: (path: string) => client.library.unwatch({ path }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queries.library.key() }),
  })
  if (folders.isPending) return <SkeletonRows rows={2} label="Loading watched folders" />
  if (folders.isError)
    return <ErrorPanel problem={toProblem(folders.error)} onRetry={() => void folders.refetch()} />
  if (folders.data.length === 0)
    return (
      <Note mt="xs">
        None yet. A folder of task folders is watched once it is opened: its tasks follow changes on disk.
      </Note>
    )
  return (
    <>
      {unwatch.isError && <ErrorPanel problem={toProblem(unwatch.error)} onDismiss={unwatch.reset} />}
      <Panel component="ul" aria-label="Watched folders">
        {folders.data.map(({ path, tasks, problem }) => (
          <Row key={path} component="li" gap="md" mih={44} py="xs" pr="sm" pl="md">
            <Column component="span" flex={1} miw={0}>
              <Inline cut title={path}>
                {path}
              </Inline>
              {problem === null ? (
                <WatchedContent path={path} tasks={tasks} />
              ) : (
                <Row component="span" gap="xs" tone="caution" fz="xs" lh="16px">
                  <IconAlertTriangle size={12} aria-hidden /> {problem}
                </Row>
              )}
            </Column>
            <Button
              variant="default"
              aria-label={`Stop watching ${path}`}
              disabled={unwatch.isPending}
              onClick={() => unwatch.mutate(path)}
            >
              Stop watching
            </Button>
          </Row>
        ))}
      </Panel>
    </>
  )
}

/** What is read of a folder, and what it holds that cannot be. */
function WatchedContent({ path, tasks }: { readonly path: string; readonly tasks: number }) {
  const { queries } = useEngine()
  // Looked for when the dialog is opened, not each time a task changes.
  const foreign = useQuery(queries.library.foreign.queryOptions({ input: { path }, staleTime: 60_000 })).data
  const text = describeForeignSessions(foreign ?? [])
  return (
    <Caption cut>{`${formatCountWithNoun(tasks, 'task')}${text === null ? '' : `, and ${text}`}`}</Caption>
  )
}
