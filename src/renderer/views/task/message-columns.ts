import type { MessageRow } from '../../../shared/domain/inspection.ts'
import type { TableColumn } from '../../components/table-column.ts'

/** What is copied of the message list. */
export const messageColumns: readonly Pick<TableColumn<MessageRow>, 'header' | 'value'>[] = [
  { header: '#', value: (row) => row.index },
  { header: 'Role', value: (row) => row.role },
  { header: 'Kinds', value: (row) => row.kinds.join(', ') },
  { header: 'Tools', value: (row) => row.toolNames.join(', ') },
  { header: 'Paths', value: (row) => row.paths.join(', ') },
  { header: 'Flags', value: (row) => row.flags.join(', ') },
  { header: 'Tokens', value: (row) => row.tokens },
  { header: 'Text', value: (row) => row.preview },
]
