import { ActionIcon, Button, Checkbox, Popover, Select, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconColumns3, IconFold, IconFoldDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { partKinds } from '../../../../../shared/kernel/part.ts'
import { readFieldValues } from '../../../../../shared/library/filter-tasks.ts'
import type { TokensByKind } from '../../../../../shared/library/inspection-types.ts'
import type { TaskSummary } from '../../../../../shared/library/task-types.ts'
import { useEngine } from '../../../../data/engine-context.ts'
import { usePreference } from '../../../../data/use-preference.ts'
import { useTableLayout } from '../../../../data/use-table-layout.ts'
import { buildKindColumnId } from '../../../../lib/build-kind-column-id.ts'
import { kindLooks } from '../../../../ui/components/marks/part-kinds.ts'
import type { TableColumn } from '../../../../ui/components/table-column.ts'
import type { TableGroups, TableLayout } from '../../../../ui/components/use-table-model.ts'
import { Column, Note } from '../../../../ui/layout/layout.tsx'
import { describeFilterValue } from '../filter/filter-labels.ts'
import { buildKindColumns } from './build-kind-columns.ts'
import { buildLibraryColumns, optionalColumns } from './build-library-columns.tsx'

const idsSchema = z.array(z.string())
const recentFirst = { id: 'activity', desc: true }
/** Groups say the workspace. The rest is seldom asked for, and the titles need the room. */
const hiddenAtFirst = ['workspace', 'era', 'size']
const none: string[] = []
const kindIds = partKinds.map(buildKindColumnId)

/** How the Library lays its tasks out: order, columns and groups, all remembered. */
export type LibraryLayout = {
  /** What the table takes. */
  readonly table: Pick<TableLayout<TaskSummary>, 'columns' | 'groups' | 'hiddenColumns'> &
    ReturnType<typeof useTableLayout>
  readonly isShown: (columnId: string) => boolean
  readonly setShown: (columnId: string, isShown: boolean) => void
  /** Columns of kinds that are shown. */
  readonly kindColumns: readonly TableColumn<TaskSummary>[]
  readonly groupBy: GroupBy
  readonly setGroupBy: (by: GroupBy) => void
  /** Whether every group of these tasks is collapsed, and a way to collapse or expand them all. */
  readonly isAllCollapsed: boolean
  readonly setAllCollapsed: (collapsed: boolean) => void
}

/** Layout of the table of tasks. */
export function useLibraryLayout(tasks: readonly TaskSummary[]): LibraryLayout {
  const layout = useTableLayout('library', recentFirst)
  const [hidden, setHidden] = usePreference('library.hiddenColumns', idsSchema, hiddenAtFirst)
  const [kinds, setKinds] = useShownKinds()
  const byTask = useKindTokens(kinds.length > 0)
  const ofKinds = useMemo(() => buildKindColumns(byTask), [byTask])
  const isWide = useMediaQuery('(min-width: 1400px)', false, { getInitialValueInEffect: false })
  const columns = useMemo(() => buildLibraryColumns(tasks, ofKinds, isWide), [tasks, ofKinds, isWide])
  const hiddenColumns = useMemo(
    () => [...hidden, ...kindIds.filter((id) => !kinds.includes(id))],
    [hidden, kinds],
  )
  const { groups, ...grouping } = useGroups(tasks)
  return {
    table: { ...layout, columns, hiddenColumns, groups },
    isShown: (id) => !hiddenColumns.includes(id),
    setShown: (id, isShown) => {
      if (kindIds.includes(id)) setKinds(withId(kinds, id, isShown))
      else setHidden(withId(hidden, id, !isShown))
    },
    kindColumns: ofKinds.filter(({ id }) => kinds.includes(id)),
    ...grouping,
  }
}

/** Puts the largest figures of a column first. One of a kind is shown for it. */
export function useLargestFirst(): (columnId: string) => void {
  const { onSort } = useTableLayout('library', recentFirst)
  const [kinds, setKinds] = useShownKinds()
  return (columnId) => {
    if (kindIds.includes(columnId)) setKinds(withId(kinds, columnId, true))
    onSort({ id: columnId, desc: true })
  }
}

/** Ids of the columns of kinds that are shown, remembered. */
function useShownKinds(): readonly [string[], (kinds: string[]) => void] {
  return usePreference('library.kindColumns', idsSchema, none)
}

function withId(ids: readonly string[], id: string, isIn: boolean): string[] {
  const others = ids.filter((other) => other !== id)
  return isIn ? [...others, id] : others
}

const noTokens: Readonly<Record<string, TokensByKind>> = {}

function useKindTokens(isWanted: boolean): Readonly<Record<string, TokensByKind>> {
  const { queries } = useEngine()
  return useQuery(queries.library.kinds.queryOptions({ enabled: isWanted })).data ?? noTokens
}

function useGroups(tasks: readonly TaskSummary[]): Pick<
  LibraryLayout,
  'groupBy' | 'setGroupBy' | 'isAllCollapsed' | 'setAllCollapsed'
> & {
  readonly groups: TableGroups<TaskSummary> | undefined
} {
  const [groupBy, setGroupBy] = usePreference('library.groupBy', groupBySchema, 'none')
  const [stored, setStored] = usePreference('library.collapsed', idsSchema, none)
  const ofThis = `${groupBy}:`
  const groups = useMemo((): TableGroups<TaskSummary> | undefined => {
    if (groupBy === 'none') return undefined
    const own = stored.filter((key) => key.startsWith(ofThis)).map((key) => key.slice(ofThis.length))
    return {
      findKey: (task) => findGroupKey(groupBy, task),
      label: (key) => formatGroupName(groupBy, key),
      collapsed: new Set(own),
      onToggle: (key) => setStored(withId(stored, `${ofThis}${key}`, !own.includes(key))),
    }
  }, [groupBy, stored, setStored, ofThis])
  const keys = useMemo(() => [...new Set(groups && tasks.map(groups.findKey))], [groups, tasks])
  return {
    groupBy,
    setGroupBy,
    groups,
    isAllCollapsed: keys.length > 0 && keys.every((key) => groups?.collapsed.has(key)),
    setAllCollapsed: (all) => {
      const others = stored.filter((key) => !key.startsWith(ofThis))
      setStored(all ? [...others, ...keys.map((key) => `${ofThis}${key}`)] : others)
    },
  }
}

/** How the table groups its rows, and which columns it has. */
export function LayoutControls({ layout }: { readonly layout: LibraryLayout }) {
  const { groupBy, isAllCollapsed } = layout
  const label = isAllCollapsed ? 'Expand all groups' : 'Collapse all groups'
  return (
    <>
      <Select
        aria-label="Groups"
        w={130}
        allowDeselect={false}
        data={groupBySchema.options.map((by) => ({ value: by, label: groupByLabels[by] }))}
        value={groupBy}
        onChange={(by) => layout.setGroupBy(groupBySchema.parse(by))}
      />
      {groupBy !== 'none' && (
        <Tooltip label={label}>
          <ActionIcon aria-label={label} onClick={() => layout.setAllCollapsed(!isAllCollapsed)}>
            {isAllCollapsed ? (
              <IconFoldDown size={16} stroke={1.5} aria-hidden />
            ) : (
              <IconFold size={16} stroke={1.5} aria-hidden />
            )}
          </ActionIcon>
        </Tooltip>
      )}
      <ColumnMenu layout={layout} />
    </>
  )
}

function ColumnMenu({ layout }: { readonly layout: LibraryLayout }) {
  const { columnOrder, onColumnOrder } = layout.table
  const renderCheckbox = ({ id, header }: { readonly id: string; readonly header: string }) => (
    <Checkbox
      key={id}
      label={header}
      checked={layout.isShown(id)}
      onChange={({ currentTarget }) => layout.setShown(id, currentTarget.checked)}
    />
  )
  return (
    <Popover position="bottom-end" shadow="md" trapFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={14} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" display="flex" style={{ gap: 24 }}>
        <Column gap={6}>
          {optionalColumns.map(renderCheckbox)}
          <Button variant="subtle" disabled={columnOrder.length === 0} onClick={() => onColumnOrder([])}>
            Reset column order
          </Button>
        </Column>
        <Column component="fieldset" gap={6}>
          <Note component="legend" mb={6}>
            Tokens of a kind
          </Note>
          {partKinds.map((kind) =>
            renderCheckbox({ id: buildKindColumnId(kind), header: kindLooks[kind].label }),
          )}
        </Column>
      </Popover.Dropdown>
    </Popover>
  )
}

/** What tasks can stand together by. */
const groupBySchema = z.enum(['none', 'workspace', 'agent', 'model'])
type GroupBy = z.infer<typeof groupBySchema>

/** What they are called in a list of choices. */
const groupByLabels: Readonly<Record<GroupBy, string>> = {
  none: 'No groups',
  workspace: 'By workspace',
  agent: 'By agent',
  model: 'By model',
}

/** Key of the group of a task, with several models that of the main one. Tasks that name none are a group of their own. */
function findGroupKey(by: Exclude<GroupBy, 'none'>, task: TaskSummary): string {
  return readFieldValues(task, by)[0] ?? ''
}

/** What a group is called. */
function formatGroupName(by: Exclude<GroupBy, 'none'>, key: string): string {
  return describeFilterValue(by, key)
}
