import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import type { TokensByKind } from '../../../../shared/domain/inspection.ts'
import type { TaskSummary } from '../../../../shared/domain/task.ts'
import type { TableGroups } from '../../../components/data-table.tsx'
import type { TableColumn } from '../../../components/table-column.ts'
import type { TableSort } from '../../../components/use-sorted-rows.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { usePreference } from '../../../data/use-preference.ts'
import { useLibrarySort, useShownKinds } from './use-library-sort.ts'
import { groupBySchema, groupKeyOf, groupNameOf, type GroupBy } from './group-by.ts'
import { kindColumns } from './kind-columns.ts'
import { libraryColumns } from './library-columns.tsx'

const namesSchema = z.array(z.string())
/** Groups say the workspace, and little else needs its room. */
const hiddenAtFirst = ['workspace']
const noneCollapsed: string[] = []

/** How the Library lays its tasks out: order, columns and groups, all remembered. */
export type LibraryLayout = {
  readonly sort: TableSort
  readonly setSort: (sort: TableSort) => void
  readonly columns: readonly TableColumn<TaskSummary>[]
  readonly hidden: readonly string[]
  readonly setHidden: (hidden: readonly string[]) => void
  /** Columns of kinds among them, by id. */
  readonly kinds: readonly string[]
  readonly setKinds: (kinds: readonly string[]) => void
  readonly kindColumns: readonly TableColumn<TaskSummary>[]
  readonly groupBy: GroupBy
  readonly setGroupBy: (by: GroupBy) => void
  readonly groups: TableGroups<TaskSummary> | undefined
  /** Whether every group of these tasks is closed, and a way to close or open them all. */
  readonly isAllCollapsed: boolean
  readonly setAllCollapsed: (collapsed: boolean) => void
}

/** Layout of the table of tasks. */
export function useLibraryLayout(tasks: readonly TaskSummary[]): LibraryLayout {
  const [sort, setSort] = useLibrarySort()
  const [hidden, setHidden] = usePreference('library.hiddenColumns', namesSchema, hiddenAtFirst)
  const [kinds, setKinds] = useShownKinds()
  const byTask = useKindTokens(kinds.length > 0)
  const ofKinds = useMemo(() => kindColumns(kinds, byTask), [kinds, byTask])
  const columns = useMemo(() => libraryColumns(tasks, hidden, ofKinds), [tasks, hidden, ofKinds])
  return {
    sort,
    setSort,
    columns,
    hidden,
    setHidden: (next) => setHidden([...next]),
    kinds,
    setKinds,
    kindColumns: ofKinds,
    ...useGroups(tasks),
  }
}

const noTokens: Readonly<Record<string, TokensByKind>> = {}

function useKindTokens(isWanted: boolean): Readonly<Record<string, TokensByKind>> {
  const { queries } = useEngine()
  return useQuery(queries.library.kinds.queryOptions({ enabled: isWanted })).data ?? noTokens
}

function useGroups(
  tasks: readonly TaskSummary[],
): Pick<LibraryLayout, 'groupBy' | 'setGroupBy' | 'groups' | 'isAllCollapsed' | 'setAllCollapsed'> {
  const [groupBy, setGroupBy] = usePreference('library.groupBy', groupBySchema, 'none')
  const [stored, setStored] = usePreference('library.collapsed', namesSchema, noneCollapsed)
  const ofThis = `${groupBy}:`
  const collapsed = useMemo(
    () => new Set(stored.filter((key) => key.startsWith(ofThis)).map((key) => key.slice(ofThis.length))),
    [stored, ofThis],
  )
  const groups = useMemo((): TableGroups<TaskSummary> | undefined => {
    if (groupBy === 'none') return undefined
    return {
      keyOf: (task) => groupKeyOf(groupBy, task),
      label: ({ key }) => groupNameOf(groupBy, key),
      collapsed,
      onToggle: (key) => {
        const name = `${ofThis}${key}`
        setStored(stored.includes(name) ? stored.filter((one) => one !== name) : [...stored, name])
      },
    }
  }, [groupBy, collapsed, stored, setStored, ofThis])
  const keys = useMemo(
    () => (groupBy === 'none' ? [] : [...new Set(tasks.map((task) => groupKeyOf(groupBy, task)))]),
    [groupBy, tasks],
  )
  return {
    groupBy,
    setGroupBy,
    groups,
    isAllCollapsed: keys.length > 0 && keys.every((key) => collapsed.has(key)),
    setAllCollapsed: (all) => {
      const others = stored.filter((key) => !key.startsWith(ofThis))
      setStored(all ? [...others, ...keys.map((key) => `${ofThis}${key}`)] : others)
    },
  }
}
