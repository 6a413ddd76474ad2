import { Table } from '@mantine/core'
import { metricGroupLabels } from '../../../../shared/activity/metric-words.ts'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { Cell } from '../../../../shared/experiments/experiment-types.ts'
import { formatShown, formatShownDifference } from '../../../../shared/kernel/format-metric.ts'
import { pickDifferenceWord } from '../../../lib/pick-difference-word.ts'
import { routes } from '../../../lib/routes.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { Inline, QuietLink, Row } from '../../../ui/layout/layout.tsx'
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

const bringIntoView = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' })

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
    <Table.Tr ref={isChosen ? bringIntoView : null} data-chosen={isChosen} className={styles.valueRow ?? ''}>
      <Table.Td title={metricGroupLabels[metric.group]}>
        <QuietLink href={href} replace aria-current={isChosen ? 'true' : undefined}>
          {metric.label}
        </QuietLink>
      </Table.Td>
      <Table.Td ta="right">{formatShown(value, metric.unit)}</Table.Td>
      {isCompared && (
        <Table.Td ta="right" data-tone={word}>
          {formatShownDifference(difference, metric.unit)}
          {word !== null && ` ${word}`}
        </Table.Td>
      )}
    </Table.Tr>
  )
}
