import { useQueryClient } from '@tanstack/react-query'
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
  const [selectedId, setSelectedId] = useLastHit()
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

/** The hit that was chosen last, for whoever comes back from it. */
function useLastHit(): readonly [string | null, (id: string) => void] {
  const queryClient = useQueryClient()
  const [hit, setHit] = useState(() => queryClient.getQueryData<string>(lastHitKey) ?? null)
  return [
    hit,
    (id) => {
      setHit(id)
      queryClient.setQueryData(lastHitKey, id)
    },
  ]
}

const lastHitKey = ['library-last-hit']
