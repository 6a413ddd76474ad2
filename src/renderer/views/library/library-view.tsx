import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { assertNever } from '../../../shared/lib/assert-never.ts'
import { fromAddressStep } from '../../lib/address-step.ts'
import { readLibraryFilter } from '../../lib/library-filter-address.ts'
import { libraryTabs, routes, type LibraryTab } from '../../lib/routes.ts'
import { OverviewTab } from '../overview/overview-tab.tsx'
import { LibraryHeader } from './header/library-header.tsx'
import { MessageSearchTab } from './search/message-search-tab.tsx'
import { useLargestFirst } from './table/use-library-sort.ts'
import { TasksTab } from './tasks-tab.tsx'
import { useLibraryFilter } from './use-library-filter.ts'

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
  const query = fromAddressStep(detail ?? '') ?? ''
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
