import { ActionIcon, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconTableExport } from '@tabler/icons-react'
import { formatTableAsTsv, type TableColumn } from './table-column.ts'

type CopyTableButtonProps<T> = {
  readonly columns: readonly Pick<TableColumn<T>, 'header' | 'value'>[]
  readonly rows: readonly T[]
}

/** Copies a table for a spreadsheet. The text is made when it is asked for: tables can have ten thousand rows. */
export function CopyTableButton<T>({ columns, rows }: CopyTableButtonProps<T>) {
  const { copied, copy } = useClipboard({ timeout: 1500 })
  return (
    <Tooltip label={copied ? 'Copied' : 'Copy table as TSV'}>
      <ActionIcon aria-label="Copy table as TSV" onClick={() => copy(formatTableAsTsv(columns, rows))}>
        {copied ? (
          <IconCheck size={16} aria-hidden />
        ) : (
          <IconTableExport size={16} stroke={1.5} aria-hidden />
        )}
      </ActionIcon>
    </Tooltip>
  )
}
