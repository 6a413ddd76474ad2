import { useState } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import type { TableColumn } from '../../components/table-column.ts'

type TimelineTableProps<T extends object> = {
  readonly label: string
  readonly rows: readonly T[]
  readonly columns: readonly TableColumn<T>[]
  readonly rowId: (row: T) => string
  readonly onOpen: (row: T) => void
}

/** What stands behind the chart, every row of it; Enter or a double click goes to the message. */
export function TimelineTable<T extends object>(props: TimelineTableProps<T>) {
  const [sort, setSort] = useState({ id: 'message', desc: false })
  const [selected, setSelected] = useState<string | null>(null)
  const minWidth = props.columns.reduce((sum, { width = 240 }) => sum + width, 0)
  return (
    <DataTable
      {...props}
      sort={sort}
      onSort={setSort}
      selectedId={selected}
      onSelect={setSelected}
      minWidth={minWidth}
    />
  )
}
