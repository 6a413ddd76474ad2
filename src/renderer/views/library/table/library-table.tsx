import { Button } from '@mantine/core'
import type { Ref } from 'react'
import { useLocation } from 'wouter'
import type { TaskSummary } from '../../../../shared/domain/task.ts'
import { DataTable } from '../../../components/data-table.tsx'
import { EmptyPanel } from '../../../components/empty-panel.tsx'
import { everyTask, type LibraryFilter } from '../../../../shared/domain/library-filter.ts'
import { routes } from '../../../lib/routes.ts'
import type { LibraryLayout } from './use-library-layout.ts'

/** What the title needs at least. */
const titleWidth = 240

type LibraryTableProps = {
  readonly tasks: readonly TaskSummary[]
  readonly layout: LibraryLayout
  readonly filter: LibraryFilter
  readonly onFilter: (filter: LibraryFilter) => void
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
  /** What takes the keyboard. */
  readonly keyboardRef: Ref<HTMLDivElement>
}

/** The tasks that the filter leaves in. */
export function LibraryTable(props: LibraryTableProps) {
  const { tasks, layout, filter, onFilter } = props
  const [, navigate] = useLocation()
  const { columns } = layout
  if (tasks.length === 0) return <NothingLeft filter={filter} onFilter={onFilter} />
  return (
    <DataTable
      keyboardRef={props.keyboardRef}
      label="Tasks"
      rows={tasks}
      columns={columns}
      rowId={(task) => task.id}
      sort={layout.sort}
      onSort={layout.setSort}
      selectedId={props.selectedId}
      onSelect={props.onSelect}
      onOpen={(task) => navigate(routes.task(task.id))}
      groups={layout.groups}
      minWidth={columns.reduce((sum, { width }) => sum + (width ?? titleWidth), 0)}
    />
  )
}

/** Where the filter leaves nothing in: the words may be in a message, or the filter may go. */
function NothingLeft({ filter, onFilter }: Pick<LibraryTableProps, 'filter' | 'onFilter'>) {
  const [, navigate] = useLocation()
  const text = filter.text.trim()
  return (
    <EmptyPanel
      action={
        <Button.Group>
          {text !== '' && (
            <Button variant="default" onClick={() => navigate(routes.librarySearch(text))}>
              Search messages
            </Button>
          )}
          <Button variant="default" onClick={() => onFilter(everyTask)}>
            Show all tasks
          </Button>
        </Button.Group>
      }
    >
      {text === '' ? 'No task fits these filters.' : `No task matches “${text}”.`}
    </EmptyPanel>
  )
}
