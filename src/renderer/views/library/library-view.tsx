import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { assertNever } from '../../../shared/lib/assert-never.ts'
import { fromAddressStep } from '../../lib/address-step.ts'
import { readLibraryFilter } from '../../lib/library-filter-address.ts'
import { libraryTabs, routes, type LibraryTab } from '../../lib/routes.ts'
import { OverviewTab } from '../overview/overview-tab.tsx'
import { LibraryHeader } from './header/library-header.tsx'
import { MessageSearchTab } from './search/message-search-tab.tsx'
import { TasksTab } from './tasks-tab.tsx'
import { useLibraryFilter } from './use-library-filter.ts'

type LibraryViewProps = {
  /** As it stands in the address. */
  readonly tab: string | null
  /** The filter or the query that the address names behind the tab. */
  readonly detail: string | null
}

/** Every known task: as a table, by what was said in it, and in figures. */
export function LibraryView({ tab: name, detail }: LibraryViewProps) {
  const tab = libraryTabs.find((one) => one === name) ?? 'tasks'
  useFilterOfAddress(tab === 'tasks' ? detail : null)
  return (
    <>
      <LibraryHeader tab={tab} />
      <TabContent tab={tab} detail={detail} />
    </>
  )
}

function TabContent({ tab, detail }: { readonly tab: LibraryTab; readonly detail: string | null }) {
  switch (tab) {
    case 'tasks':
      // Begun afresh with the filter of an address.
      return <TasksTab key={detail ?? ''} />
    case 'messages':
      return <MessageSearchTab initialQuery={fromAddressStep(detail ?? '') ?? ''} />
    case 'overview':
      return <OverviewTab />
    default:
      return assertNever(tab)
  }
}

/** An address may name a filter: it is taken over, and the address is that of the Library again. */
function useFilterOfAddress(detail: string | null): void {
  const [, setFilter] = useLibraryFilter()
  const [, navigate] = useLocation()
  const take = useEffectEvent((address: string) => {
    const filter = readLibraryFilter(address)
    if (filter !== null) setFilter(filter)
    navigate(routes.library, { replace: true })
  })
  useEffect(() => {
    if (detail !== null) take(detail)
  }, [detail])
}
