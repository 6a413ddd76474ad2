import type { MessageRow } from '../../../shared/domain/inspection.ts'
import type { PinExtent } from '../../components/pin-mark.tsx'
import type { TableColumn } from '../../components/table-column.ts'

type CopiedColumn = Pick<TableColumn<MessageRow>, 'header' | 'value'>

const columns: readonly CopiedColumn[] = [
  { header: '#', value: (row) => row.index },
  { header: 'Role', value: (row) => row.role },
  { header: 'Kinds', value: (row) => row.kinds.join(', ') },
  { header: 'Tools', value: (row) => row.toolNames.join(', ') },
  { header: 'Paths', value: (row) => row.paths.join(', ') },
  { header: 'Flags', value: (row) => row.flags.join(', ') },
  { header: 'Tokens', value: (row) => row.tokens },
  { header: 'Text', value: (row) => row.preview },
]

/** What is copied of the message list. */
export function messageColumns(pinned: ReadonlyMap<number, PinExtent>): readonly CopiedColumn[] {
  return [...columns, { header: 'Pinned', value: (row) => pinned.get(row.index) ?? '' }]
}
