import { Table } from '@mantine/core'
import { Link } from 'wouter'
import type { MetricsFigures } from '../../../shared/domain/metrics.ts'
import { formatInteger, formatPercent } from '../../../shared/lib/format-figures.ts'
import { failureWords } from '../../../shared/lib/failure-words.ts'
import { showControls } from '../../../shared/lib/show-controls.ts'
import styles from './monitor.module.css'

type FailureTableProps = {
  readonly figures: MetricsFigures
  readonly hrefOf: (code: string) => string
}

/** Why attempts failed, most frequent first; each reason leads to its runs. */
export function FailureTable({ figures: { failures }, hrefOf }: FailureTableProps) {
  return (
    <section className={styles.section} aria-label="Reasons of failure">
      <h3 className={styles.title}>Reasons of failure</h3>
      {failures.length === 0 ? (
        <p className={styles.none}>No attempt failed.</p>
      ) : (
        <Table
          horizontalSpacing={8}
          verticalSpacing={3}
          className={styles.table ?? ''}
          aria-label="Reasons of failure"
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Reason</Table.Th>
              <Table.Th ta="right">Attempts</Table.Th>
              <Table.Th ta="right">Of all</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {failures.map(({ code, attempts, percent }) => (
              <Table.Tr key={code}>
                <Table.Td>
                  <Link href={hrefOf(code)} className={styles.link ?? ''} title={showControls(code)}>
                    {showControls(failureWords(code))}
                  </Link>
                </Table.Td>
                <Table.Td ta="right">{formatInteger(attempts)}</Table.Td>
                <Table.Td ta="right">{formatPercent(percent)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  )
}
