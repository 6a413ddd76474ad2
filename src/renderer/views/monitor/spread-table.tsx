import { Table } from '@mantine/core'
import type { MetricsFigures, Spread } from '../../../shared/domain/metrics.ts'
import {
  formatDuration,
  formatInteger,
  formatPercent,
  formatUsd,
} from '../../../shared/lib/format-figures.ts'
import { qualityGapNotes, qualityLabels } from '../../../shared/lib/quality-words.ts'
import styles from './monitor.module.css'

const formatShare = (share: number): string => formatPercent(100 * share)

const figureNames = [
  ['min', 'Least'],
  ['q1', 'Q1'],
  ['median', 'Median'],
  ['mean', 'Mean'],
  ['q3', 'Q3'],
  ['p95', 'P95'],
  ['max', 'Most'],
] as const

/** Mean and quantiles of what was measured, and on how many attempts. */
export function SpreadTable({ figures }: { readonly figures: MetricsFigures }) {
  return (
    <section className={styles.section} aria-label="Spread">
      <h3 className={styles.title}>Spread</h3>
      <Table horizontalSpacing={8} verticalSpacing={3} className={styles.table ?? ''} aria-label="Spread">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Figure</Table.Th>
            {figureNames.map(([key, label]) => (
              <Table.Th key={key} ta="right">
                {label}
              </Table.Th>
            ))}
            <Table.Th ta="right">Attempts</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <SpreadRow label="Reduction" spread={figures.reductionPercent} format={formatPercent} />
          <SpreadRow label={qualityLabels.survival} spread={figures.survival} format={formatShare} />
          <SpreadRow
            label={qualityLabels.continuationRecall}
            spread={figures.continuationRecall}
            format={formatShare}
          />
          <SpreadRow label="Time" spread={figures.durationMs} format={formatDuration} />
          <SpreadRow label="Cost" spread={figures.costUsd} format={formatUsd} />
        </Table.Tbody>
      </Table>
      {qualityGapNotes(figures.qualityGaps).map(({ figure, text }) => (
        <p key={figure} className={styles.none}>
          {qualityLabels[figure]}: {text}
        </p>
      ))}
    </section>
  )
}

type SpreadRowProps = {
  readonly label: string
  readonly spread: Spread | null
  readonly format: (value: number) => string
}

function SpreadRow({ label, spread, format }: SpreadRowProps) {
  return (
    <Table.Tr>
      <Table.Td>{label}</Table.Td>
      {figureNames.map(([key]) => (
        <Table.Td key={key} ta="right">
          {spread === null ? '–' : format(spread[key])}
        </Table.Td>
      ))}
      <Table.Td ta="right">{formatInteger(spread?.n ?? 0)}</Table.Td>
    </Table.Tr>
  )
}
