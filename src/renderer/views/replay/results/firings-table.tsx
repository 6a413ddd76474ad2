import { Table } from '@mantine/core'
import { useMemo } from 'react'
import type { ReplayedPolicy } from '../../../../shared/api/replay.ts'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import type { ReplayFiring } from '../../../../shared/domain/replay.ts'
import { formatInteger, formatUsd } from '../../../../shared/lib/format-figures.ts'
import { CopyTableButton } from '../../../components/copy-table-button.tsx'
import type { TableColumn } from '../../../components/table-column.ts'
import { formatBare, headerOf } from '../../../lib/bare-figures.ts'
import { formatChange } from '../../../lib/format.ts'
import { useReplay } from '../replay-view.tsx'
import styles from './results.module.css'

/** The condensations of a policy in their order. */
export function FiringsTable({ policy }: { readonly policy: ReplayedPolicy }) {
  const { metrics, setRequest } = useReplay()
  const columns = useMemo(() => columnsOf(metrics, policy.id === 'recorded'), [metrics, policy.id])
  const title = `Condensations of ${policy.id}`
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={title}>
      <Table aria-label={title} className={styles.firings ?? ''} verticalSpacing={2} horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ id, header }) => (
              <Table.Th key={id} ta="right">
                {header}
              </Table.Th>
            ))}
            <Table.Th>
              <CopyTableButton columns={columns} rows={policy.firings} />
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {policy.firings.map((firing, index) => (
            <Table.Tr key={index}>
              {columns.map(({ id, value, cell }) => (
                <Table.Td key={id} ta="right">
                  {cell === undefined ? value(firing) : cell(firing)}
                </Table.Td>
              ))}
              <Table.Td>
                <button
                  type="button"
                  className={styles.chip}
                  aria-pressed={false}
                  aria-label={`Look at request ${firing.request}`}
                  onClick={() => setRequest(firing.request)}
                >
                  Look
                </button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

type Column = TableColumn<ReplayFiring>

function columnsOf(metrics: readonly MetricInfo[], isRecorded: boolean): readonly Column[] {
  const payBack = ({ paysBackAfter }: ReplayFiring): string =>
    isRecorded
      ? 'not judged'
      : paysBackAfter === null
        ? 'never'
        : `${paysBackAfter} ${paysBackAfter === 1 ? 'request' : 'requests'}`
  return [
    { id: 'request', header: 'Before request', align: 'end', value: ({ request }) => request },
    figure('before', 'Before (tok)', ({ before }) => before),
    figure('after', 'After (tok)', ({ after }) => after),
    {
      id: 'change',
      header: 'Change',
      align: 'end',
      value: ({ before, after }) => formatChange(before, after),
    },
    {
      id: 'cost',
      header: 'Cost',
      align: 'end',
      value: ({ costUsd }) => costUsd,
      cell: ({ costUsd }) => formatUsd(costUsd),
    },
    { id: 'payback', header: 'Pays back after', align: 'end', value: payBack },
    ...metrics.map((metric): Column => {
      const value = ({ quality }: ReplayFiring): number | null => quality?.[metric.id] ?? null
      return {
        id: metric.id,
        header: headerOf(metric),
        align: 'end',
        value,
        cell: (firing) => formatBare(value(firing), metric.unit),
      }
    }),
  ]
}

function figure(id: string, header: string, value: (firing: ReplayFiring) => number): Column {
  return { id, header, align: 'end', value, cell: (firing) => formatInteger(value(firing)) }
}
