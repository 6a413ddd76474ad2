import { Button, Table } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { CopyTableButton } from '../../components/copy-table-button.tsx'
import { MarkLabels } from '../../components/mark-labels.tsx'
import { formatShare } from '../../lib/format.ts'
import type { ChartPoint } from './chart-points.ts'
import { ChartMark } from './chart-mark.tsx'
import styles from './comparison-tab.module.css'

type ClaimChartProps = {
  readonly title: string
  readonly note: string
  readonly points: readonly ChartPoint[]
  readonly yLabel: string
  /** From 0 up; the last one is the end of the axis unless a point lies beyond it. */
  readonly yTicks: readonly number[]
  readonly formatY: (value: number) => string
}

/** Marks over the share of tokens that is saved, and the table behind them. */
export function ClaimChart(props: ClaimChartProps) {
  const { title, note, points, yLabel, formatY } = props
  const [asTable, setAsTable] = useState(false)
  const columns = [
    { header: 'What', value: ({ label }: ChartPoint) => label },
    { header: 'Saved from (%)', value: ({ x }: ChartPoint) => x.low },
    { header: 'Saved to (%)', value: ({ x }: ChartPoint) => x.high },
    { header: yLabel, value: ({ y }: ChartPoint) => y },
  ]
  return (
    <section className={styles.chart} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconTable size={14} aria-hidden />}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          Table
        </Button>
        <CopyTableButton columns={columns} rows={points} />
      </div>
      {asTable ? (
        <Table aria-label={title} className={styles.figures ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>What</Table.Th>
              <Table.Th ta="right">Saved</Table.Th>
              <Table.Th ta="right">{yLabel}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {points.map(({ id, label, x, y }) => (
              <Table.Tr key={id}>
                <Table.Td>{label}</Table.Td>
                <Table.Td ta="right">
                  {formatShare(x.low)} to {formatShare(x.high)}
                </Table.Td>
                <Table.Td ta="right">{formatY(y)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : (
        <Plot {...props} />
      )}
      <p className={styles.note}>{note}</p>
    </section>
  )
}

const size = { width: 560, height: 280, left: 56, right: 12, top: 32, bottom: 40 }
const frame = {
  left: size.left,
  right: size.width - size.right,
  top: 14,
  bottom: size.height - size.bottom,
}
const xTicks = [0, 20, 40, 60, 80, 100]

function Plot({ title, points, yLabel, yTicks, formatY }: ClaimChartProps) {
  const id = useId()
  const top = Math.max(...yTicks, ...points.map(({ y }) => y))
  const toX = (percent: number): number => size.left + (percent / 100) * (size.width - size.left - size.right)
  const toY = (value: number): number =>
    size.height - size.bottom - (value / top) * (size.height - size.bottom - size.top)
  const marks = points
    .map(({ id: of, label, x, y }) => ({ id: of, x: toX(x.middle), y: toY(y), text: label }))
    .toSorted((a, b) => a.x - b.x)
  const summary = points
    .map(({ label, x, y }) => `${label}: ${x.low} to ${x.high} % saved, ${formatY(y)}`)
    .join('; ')
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      className={styles.plot}
      role="img"
      aria-labelledby={`${id}-title ${id}-summary`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-summary`}>{summary}</desc>
      {yTicks.map((tick) => (
        <g key={tick}>
          <line x1={size.left} x2={size.width - size.right} y1={toY(tick)} y2={toY(tick)} />
          <text x={size.left - 6} y={toY(tick) + 4} textAnchor="end">
            {formatY(tick)}
          </text>
        </g>
      ))}
      {xTicks.map((tick) => (
        <text key={tick} x={toX(tick)} y={size.height - size.bottom + 16} textAnchor="middle">
          {tick}
        </text>
      ))}
      <text x={size.left} y={10}>
        {yLabel}
      </text>
      <text x={size.width - size.right} y={size.height - 6} textAnchor="end">
        Tokens saved (%)
      </text>
      {points.map((point) => (
        <ChartMark key={point.id} point={point} toX={toX} y={toY(point.y)} />
      ))}
      <MarkLabels marks={marks} frame={frame} leaderClass={styles.leader} textClass={styles.mark} />
    </svg>
  )
}
