import type { AlignedRow } from '../../../shared/domain/aligned-row.ts'
import type { TableColumn } from '../../components/table-column.ts'

/** What is copied of the comparison. */
export const comparisonColumns: readonly Pick<TableColumn<AlignedRow>, 'header' | 'value'>[] = [
  { header: 'Source #', value: (row) => row.source?.index ?? null },
  { header: 'Role', value: (row) => row.source?.role ?? row.result?.role ?? null },
  { header: 'Source tokens', value: (row) => row.source?.tokens ?? null },
  { header: 'Fate', value: (row) => row.fate },
  { header: 'Pinned', value: (row) => row.pinned ?? '' },
  { header: 'Result #', value: (row) => row.result?.index ?? null },
  { header: 'Result tokens', value: (row) => row.result?.tokens ?? null },
  {
    header: 'Reasons',
    value: (row) => row.reasons.map(({ reason, passId }) => `${reason} (${passId})`).join('; '),
  },
]
