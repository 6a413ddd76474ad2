import { Table } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react'
import type { RunQuality } from '../../../shared/api/quality.ts'
import { CopyTableButton } from '../../components/copy-table-button.tsx'
import { qualityRows, type QualityRow } from './quality-rows.ts'
import styles from './quality-panel.module.css'

const icons = { better: IconArrowUpRight, worse: IconArrowDownRight, same: IconEqual }

type QualityTableProps = { readonly quality: RunQuality; readonly other: RunQuality | null }

/** Metric by metric: this run, the other, the difference, and what that means. */
export function QualityTable({ quality, other }: QualityTableProps) {
  const rows = qualityRows(quality, other)
  const columns = [
    { header: 'Metric', value: ({ label }: QualityRow) => label },
    { header: 'This run', value: ({ value }: QualityRow) => value },
    ...(other === null
      ? []
      : [
          { header: 'The other', value: (row: QualityRow) => row.other },
          { header: 'Difference', value: ({ difference }: QualityRow) => difference },
          { header: 'This run is', value: ({ word }: QualityRow) => word },
        ]),
  ]
  return (
    <div className={styles.scroller} tabIndex={0} role="group" aria-label="Metrics">
      <Table className={styles.table ?? ''} aria-label="Metrics" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ header }, at) => (
              <Table.Th key={header} ta={at === 0 || at === 4 ? 'left' : 'right'}>
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>{row.label}</Table.Td>
              <Table.Td ta="right">{row.value}</Table.Td>
              {other !== null && (
                <>
                  <Table.Td ta="right">{row.other}</Table.Td>
                  <Table.Td ta="right">{row.difference || '–'}</Table.Td>
                  <Table.Td>{row.word === '' ? '–' : <Word word={row.word} />}</Table.Td>
                </>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <CopyTableButton columns={columns} rows={rows} />
    </div>
  )
}

function Word({ word }: { readonly word: keyof typeof icons }) {
  const Icon = icons[word]
  return (
    <span className={styles.word} data-word={word}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {word}
    </span>
  )
}
