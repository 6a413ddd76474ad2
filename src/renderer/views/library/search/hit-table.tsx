import { useMemo, useState, type Ref } from 'react'
import { useLocation } from 'wouter'
import type { SearchHit } from '../../../../shared/domain/library.ts'
import { DataTable, type TableGroups } from '../../../components/data-table.tsx'
import type { TableSort } from '../../../components/use-sorted-rows.ts'
import { routes } from '../../../lib/routes.ts'
import { titleOf } from '../../../lib/title-of.ts'
import { hitColumns } from './hit-columns.tsx'

/** The newest first, as they were found. */
const asFound: TableSort = { id: 'found', desc: true }

const idOf = ({ taskId, messageIndex }: SearchHit): string => `${taskId}/${messageIndex}`

type HitTableProps = { readonly hits: readonly SearchHit[]; readonly keyboardRef: Ref<HTMLDivElement> }

/** Messages that were found, below the tasks that they are of. */
export function HitTable({ hits, keyboardRef }: HitTableProps) {
  const [, navigate] = useLocation()
  const [sort, setSort] = useState(asFound)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(() => new Set())
  const groups = useMemo(
    (): TableGroups<SearchHit> => ({
      keyOf: ({ taskId }) => taskId,
      label: ({ rows }) => titleOf(rows[0]?.taskTitle ?? ''),
      collapsed,
      onToggle: (taskId) =>
        setCollapsed(
          collapsed.has(taskId)
            ? new Set([...collapsed].filter((id) => id !== taskId))
            : new Set([...collapsed, taskId]),
        ),
    }),
    [collapsed],
  )
  return (
    <DataTable
      keyboardRef={keyboardRef}
      label="Messages that were found"
      rows={hits}
      columns={hitColumns}
      rowId={idOf}
      sort={sort}
      onSort={setSort}
      selectedId={selectedId}
      onSelect={setSelectedId}
      onOpen={({ taskId, messageIndex }) => navigate(routes.message(taskId, messageIndex))}
      groups={groups}
      minWidth={720}
    />
  )
}
