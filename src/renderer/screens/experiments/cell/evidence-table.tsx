import { useState, type ReactNode } from 'react'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { DataTable } from '../../../ui/components/data-table.tsx'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Block, Caption, Inline, Note, Row } from '../../../ui/layout/layout.tsx'

/** What was lost stands above what was kept. */
export const lostFirst = { id: 'fate', desc: true }

type EvidenceTableProps<Item extends object> = {
  readonly label: string
  /** Stands above the table, where there is something to say. */
  readonly note?: ReactNode
  /** What narrows or counts the rows, on their line of controls. */
  readonly head?: ReactNode
  readonly rows: readonly Item[]
  readonly columns: readonly TableColumn<Item>[]
  /** How rows are sorted at first: by default by the first column. */
  readonly sortedBy?: { readonly id: string; readonly desc: boolean }
  /** Shows the message of a row. Absent where a row has none of the source. */
  readonly onOpen?: (row: Item) => void
  /** What is said in place of no rows. */
  readonly empty?: string
}

/** Evidence of a metric row by row, each with the way to its message. */
export function EvidenceTable<Item extends object>(props: EvidenceTableProps<Item>) {
  const { label, note = '', head, rows, columns, onOpen, empty = 'None of these.' } = props
  const [sort, setSort] = useState(props.sortedBy ?? { id: columns[0]?.id ?? '', desc: false })
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const ids = new Map(rows.map((row, at) => [row, String(at)]))
  return (
    <>
      {note !== '' && (
        <Note px="md" pb={6}>
          {note}
        </Note>
      )}
      <Row px="md" pt={2} pb={6}>
        {head}
        {onOpen !== undefined && <Caption>Enter shows the message</Caption>}
        <Inline flex={1} />
        <CopyTableButton columns={columns} rows={rows} />
      </Row>
      <Block flex={1} mih={0} line="top">
        {rows.length === 0 ? (
          <EmptyPanel>{empty}</EmptyPanel>
        ) : (
          <DataTable
            label={label}
            rows={rows}
            columns={columns}
            rowId={(row) => ids.get(row) ?? ''}
            sort={sort}
            onSort={setSort}
            selectedId={selectedId}
            onSelect={setSelectedId}
            onOpen={(row) => onOpen?.(row)}
          />
        )}
      </Block>
    </>
  )
}
