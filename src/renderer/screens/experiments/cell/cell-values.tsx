import { Table } from '@mantine/core'
import { metricGroupLabels } from '../../../../shared/activity/metric-words.ts'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { Cell } from '../../../../shared/experiments/experiment-types.ts'
import { formatMetric, formatMetricDifference } from '../../../../shared/kernel/format-metric.ts'
import { pickDifferenceWord } from '../../../lib/pick-difference-word.ts'
import { routes } from '../../../lib/routes.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { Block, Inline, Note, QuietLink, Row, Scroll } from '../../../ui/layout/layout.tsx'
import { useExperiment } from '../experiment-context.ts'
import styles from './cell-view.module.css'

type CellValue = {
  readonly metric: MetricInfo
  readonly value: number | null
  readonly baseline: number | null
}

const columns = [
  { header: 'Metric', value: ({ metric }: CellValue) => metric.label },
  { header: 'Value', value: ({ value }: CellValue) => value },
  { header: 'Baseline', value: ({ baseline }: CellValue) => baseline },
]

/** Every value of a cell beside that of the baseline at the same checkpoint. Each leads to what it rests on. */
export function CellValues({ cell, chosen }: { readonly cell: Cell; readonly chosen: string | null }) {
  const { detail, names, metrics, baselineId } = useExperiment()
  const baseline =
    cell.variantId === baselineId
      ? undefined
      : detail.cells.find(
          ({ variantId, checkpointId }) => variantId === baselineId && checkpointId === cell.checkpointId,
        )
  const rows = metrics.map((metric) => ({
    metric,
    value: cell.values[metric.id] ?? null,
    baseline: baseline?.values[metric.id] ?? null,
  }))
  const buildHref = (metricId: string): string =>
    routes.experimentCell(
      detail.summary.id,
      { checkpointId: cell.checkpointId, variant: cell.variantId, repeat: cell.repeat },
      metricId,
    )
  return (
    <section aria-label="Values">
      <Row gap={0} pt={6} pr="sm" pl="md">
        <strong>Values</strong>
        <Inline flex={1} />
        <CopyTableButton columns={columns} rows={rows} />
      </Row>
      <Table
        className={styles.values ?? ''}
        horizontalSpacing={8}
        verticalSpacing={3}
        aria-label="Values of the cell"
      >
        <Table.Thead>
          <Table.Tr>
            <HeadCell label="Metric" />
            <HeadCell ta="right" label="Value" />
            {baseline !== undefined && <Table.Th ta="right">against {names.findName(baselineId)}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <ValueRow
              key={row.metric.id}
              row={row}
              href={buildHref(row.metric.id)}
              isChosen={row.metric.id === chosen}
              isCompared={baseline !== undefined}
            />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

type ValueRowProps = {
  readonly row: CellValue
  readonly href: string
  readonly isChosen: boolean
  readonly isCompared: boolean
}

function ValueRow({ row: { metric, value, baseline }, href, isChosen, isCompared }: ValueRowProps) {
  const difference = value === null || baseline === null ? null : value - baseline
  const word = difference === null ? null : pickDifferenceWord(difference, metric.direction)
  return (
    <Table.Tr data-chosen={isChosen} className={styles.valueRow ?? ''}>
      <Table.Td title={metricGroupLabels[metric.group]}>
        <QuietLink href={href} replace aria-current={isChosen ? 'true' : undefined}>
          {metric.label}
        </QuietLink>
      </Table.Td>
      <Table.Td ta="right">{formatMetric(value, metric.unit)}</Table.Td>
      {isCompared && (
        <Table.Td ta="right" data-tone={word}>
          {formatMetricDifference(difference, metric.unit)}
          {word !== null && ` ${word}`}
        </Table.Td>
      )}
    </Table.Tr>
  )
}

/** Every value of both cells, and what the second has more or less. */
export function PairValues({ left, right }: { readonly left: Cell; readonly right: Cell }) {
  const { metrics, names } = useExperiment()
  return (
    <Scroll h="100%" tabIndex={0} role="region" aria-label="Values of both">
      <Table
        className={`${styles.values} ${styles.both}`}
        horizontalSpacing={4}
        verticalSpacing={3}
        aria-label="Values of both cells"
      >
        <Table.Thead>
          <Table.Tr>
            <HeadCell label="Metric" />
            <Table.Th ta="right" title={names.findName(left.variantId)}>
              {names.findName(left.variantId)}
            </Table.Th>
            <Table.Th ta="right" title={names.findName(right.variantId)}>
              {names.findName(right.variantId)}
            </Table.Th>
            <HeadCell ta="right" label="Difference" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {metrics.map((metric) => {
            const [before, after] = [left.values[metric.id] ?? null, right.values[metric.id] ?? null]
            const difference = before === null || after === null ? null : after - before
            const word = difference === null ? null : pickDifferenceWord(difference, metric.direction)
            return (
              <Table.Tr key={metric.id}>
                <Table.Td>{metric.label}</Table.Td>
                <Table.Td ta="right">{formatMetric(before, metric.unit)}</Table.Td>
                <Table.Td ta="right">{formatMetric(after, metric.unit)}</Table.Td>
                <Table.Td ta="right" data-tone={word}>
                  {formatMetricDifference(difference, metric.unit)}
                  {word !== null && (
                    <Block component="span" display="block" fz={11} lh="14px">
                      {word}
                    </Block>
                  )}
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
      <Note py="sm" px="md">
        Differences are {names.findName(right.variantId)} minus {names.findName(left.variantId)}.
      </Note>
    </Scroll>
  )
}
