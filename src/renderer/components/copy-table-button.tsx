import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconTableExport } from '@tabler/icons-react'
import { tableToTsv, type TableColumn } from './table-column.ts'

type CopyTableButtonProps<T> = { readonly columns: readonly TableColumn<T>[]; readonly rows: readonly T[] }

/** Copies a table for a spreadsheet. */
export function CopyTableButton<T>({ columns, rows }: CopyTableButtonProps<T>) {
  return (
    <CopyButton value={tableToTsv(columns, rows)}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : 'Copy table as TSV'}>
          <ActionIcon aria-label="Copy table as TSV" onClick={copy}>
            {copied ? (
              <IconCheck size={16} aria-hidden />
            ) : (
              <IconTableExport size={16} stroke={1.5} aria-hidden />
            )}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
