import { Table } from '@mantine/core'
import type { Cell } from '../../../../shared/domain/experiment.ts'
import { formatMetric, formatMetricDifference } from '../../../../shared/lib/format-metric.ts'
import { wordOfDifference } from '../../../lib/word-of-difference.ts'
import { useExperiment } from '../experiment-context.ts'
import styles from './cell-view.module.css'

/** Every value of both cells, and what the second has more or less. */
export function PairValues({ left, right }: { readonly left: Cell; readonly right: Cell }) {
  const { metrics, names } = useExperiment()
  return (
    <div className={styles.side} tabIndex={0} role="region" aria-label="Values of both">
      <Table
        className={`${styles.values} ${styles.both}`}
        horizontalSpacing={4}
        verticalSpacing={3}
        aria-label="Values of both cells"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Metric</Table.Th>
            <Table.Th ta="right" title={names.nameOf(left.variantId)}>
              {names.nameOf(left.variantId)}
            </Table.Th>
            <Table.Th ta="right" title={names.nameOf(right.variantId)}>
              {names.nameOf(right.variantId)}
            </Table.Th>
            <Table.Th ta="right">Difference</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {metrics.map((metric) => {
            const [before, after] = [left.values[metric.id] ?? null, right.values[metric.id] ?? null]
            const difference = before === null || after === null ? null : after - before
            const word = difference === null ? null : wordOfDifference(difference, metric.direction)
            return (
              <Table.Tr key={metric.id}>
                <Table.Td>{metric.label}</Table.Td>
                <Table.Td ta="right">{formatMetric(before, metric.unit)}</Table.Td>
                <Table.Td ta="right">{formatMetric(after, metric.unit)}</Table.Td>
                <Table.Td ta="right" className={styles.tone ?? ''} data-tone={word}>
                  {formatMetricDifference(difference, metric.unit)}
                  {word !== null && <span className={styles.word}>{word}</span>}
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
      <p className={styles.minus}>
        Differences are {names.nameOf(right.variantId)} minus {names.nameOf(left.variantId)}.
      </p>
    </div>
  )
}
