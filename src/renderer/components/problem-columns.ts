import type { ImportProblem } from '../../shared/domain/task.ts'
import type { TableColumn } from './table-column.ts'

/** What is copied of the problems of an import. */
export const problemColumns: readonly Pick<TableColumn<ImportProblem>, 'header' | 'value'>[] = [
  { header: 'Severity', value: (problem) => problem.severity },
  { header: 'File', value: (problem) => problem.file },
  { header: 'Place', value: (problem) => problem.place },
  { header: 'Reason', value: (problem) => problem.reason },
]
