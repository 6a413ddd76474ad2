import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import { TextButton } from '../layout/layout.tsx'
import { Explained, findExplanation } from './explained.tsx'
import { moveColumn, type TableColumn } from './table-column.ts'
import type { TableSort } from './use-table-model.ts'

type DataTableHeadProps<T> = {
  /** The columns in sight, from left to right. */
  readonly columns: readonly TableColumn<T>[]
  /** Ids of all columns in their order, hidden ones among them. */
  readonly allIds: readonly string[]
  readonly sort: TableSort
  readonly onSort: (sort: TableSort) => void
  readonly onColumnOrder: ((ids: readonly string[]) => void) | undefined
}

const moveHint = 'Drag the header or press Alt+arrow key to move the column.'

/**
 * Headers that sort: once, and the other way round. Figures begin with the largest. All but the first can be dragged
 * to another place, or moved with Alt and an arrow key.
 */
export function DataTableHead<T>({ columns, allIds, sort, onSort, onColumnOrder }: DataTableHeadProps<T>) {
  const [draggedId, setDraggedId] = useState<string | null>(null)
  const move = (id: string, target: string | undefined): void => {
    if (target !== undefined && target !== columns[0]?.id) onColumnOrder?.(moveColumn(allIds, id, target))
  }
  const onKeyDown = (event: KeyboardEvent, at: number): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const id = columns[at]?.id
    if (!event.altKey || step === undefined || id === undefined) return
    event.preventDefault()
    move(id, columns[at + step]?.id)
  }
  return (
    <>
      <colgroup>
        {columns.map(({ id, width }) => (
          <col key={id} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column, at) => {
            const { id, align } = column
            const canMove = onColumnOrder !== undefined && at > 0
            return (
              <th
                key={id}
                data-align={align}
                aria-sort={sort.id === id ? (sort.desc ? 'descending' : 'ascending') : undefined}
                draggable={canMove}
                onDragStart={({ dataTransfer }) => {
                  dataTransfer.setData('text/plain', column.header)
                  setDraggedId(id)
                }}
                onDragEnd={() => setDraggedId(null)}
                onDragOver={(event) => draggedId !== null && canMove && event.preventDefault()}
                onDrop={() => draggedId !== null && move(draggedId, id)}
              >
                {column.header !== '' && (
                  <SortButton
                    column={column}
                    sort={sort}
                    onSort={onSort}
                    onKeyDown={canMove ? (event) => onKeyDown(event, at) : undefined}
                  />
                )}
              </th>
            )
          })}
        </tr>
      </thead>
    </>
  )
}

type SortButtonProps<T> = Pick<DataTableHeadProps<T>, 'sort' | 'onSort'> & {
  readonly column: TableColumn<T>
  /** Given where the column can be moved. */
  readonly onKeyDown: ((event: KeyboardEvent) => void) | undefined
}

function SortButton<T>({ column, sort, onSort, onKeyDown }: SortButtonProps<T>) {
  const { id, header, about, align } = column
  const isActive = sort.id === id
  const Chevron = sort.desc ? IconChevronDown : IconChevronUp
  return (
    <Explained entry={findExplanation(header, about)} note={onKeyDown && moveHint}>
      <TextButton
        type="button"
        display="inline-flex"
        align="center"
        gap={2}
        nowrap
        aria-keyshortcuts={onKeyDown && 'Alt+ArrowLeft Alt+ArrowRight'}
        onClick={() => onSort({ id, desc: isActive ? !sort.desc : align === 'end' })}
        onKeyDown={onKeyDown}
      >
        {header}
        {isActive && <Chevron size={12} aria-hidden />}
      </TextButton>
    </Explained>
  )
}
