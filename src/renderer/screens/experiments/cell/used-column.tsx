import { createContext, use } from 'react'
import type { PlannedCheckpoint } from '../../../../shared/experiments/experiment-types.ts'
import { routes } from '../../../lib/routes.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { QuietLink } from '../../../ui/layout/layout.tsx'

/** The cut whose evidence is shown; null where its task is not in the Library. */
export const CutContext = createContext<Pick<PlannedCheckpoint, 'taskId' | 'index'> | null>(null)

/** Where the recorded task went on to use something; messages count from the cut, null for none. */
export function buildUsedColumn<Row>(readIndex: (row: Row) => number | null): TableColumn<Row> {
  return {
    id: 'used',
    header: 'Where used',
    width: 100,
    align: 'end',
    value: readIndex,
    cell: (row) => <UsedPlace messageIndex={readIndex(row)} />,
  }
}

/** The message of the task, with the way to it. */
function UsedPlace({ messageIndex }: { readonly messageIndex: number | null }) {
  const cut = use(CutContext)
  if (messageIndex === null) return '–'
  if (cut === null) return `+${messageIndex + 1}`
  const index = cut.index + messageIndex
  return (
    <QuietLink href={routes.message(cut.taskId, index)} title={`Message ${messageIndex + 1} after the cut`}>
      #{index}
    </QuietLink>
  )
}
