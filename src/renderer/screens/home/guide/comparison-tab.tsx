import { Table } from '@mantine/core'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { GuideAdvice } from '../../../../shared/home/guide-advice-types.ts'
import {
  comparedProviderIds,
  type ComparedProviderId,
  type GuideClaim,
  type GuideMatrixGroup,
  type GuideMatrixRow,
} from '../../../../shared/home/guide-types.ts'
import { formatLimitUsd } from '../../../../shared/kernel/format-figures.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { formatShare } from '../../../lib/format.ts'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { pickVariantColor, type VariantShape } from '../../../ui/components/marks/variant-shape.ts'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { ChartFrame } from '../../../ui/plots/chart-frame.tsx'
import { ScatterPlot } from '../../../ui/plots/scatter.tsx'
import { formatMeasuredFigure } from './format-measured-figure.ts'
import {
  buildCostPoints,
  buildMeasuredPoints,
  buildQualityPoints,
  findProviderName,
  type ChartPoint,
} from './guide-figures.ts'
import { MeasuredTable } from './measured-table.tsx'
import { useMeasured, type Measured } from './use-measured.ts'
import styles from './comparison-tab.module.css'

/** Every arm as it was measured, then the rules of thumb for four providers beside what one’s own runs came to. */
export function ComparisonTab({ advice }: { readonly advice: GuideAdvice | undefined }) {
  const { queries } = useEngine()
  const matrix = useQuery(queries.guide.matrix.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const reference = useQuery(queries.guide.reference.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const measured = useMeasured()
  const failed = [matrix, reference].find((query) => query.isError)
  if (failed?.error)
    return <ErrorPanel problem={toProblem(failed.error)} onRetry={() => void failed.refetch()} />
  if (matrix.data === undefined || reference.data === undefined)
    return <SkeletonRows label="Loading the comparison" />
  const { points } = reference.data
  return (
    <>
      {advice !== undefined && <MeasuredTable advice={advice} />}
      <MatrixTable groups={matrix.data} measured={measured} />
      <div className={styles.charts}>
        <ClaimChart
          title="Claimed: quality against tokens saved"
          note="Both are rules of thumb. Bars are the range of what is said to be saved."
          points={buildQualityPoints(points)}
          yLabel="Quality kept (%)"
          yTicks={[0, 25, 50, 75, 100]}
          formatY={(value) => `${value} %`}
        />
        <ClaimChart
          title="Claimed: cost against tokens saved"
          note="Filled marks are rules of thumb, hollow ones the medians of your own runs."
          points={[...buildCostPoints(points), ...buildMeasuredPoints(measured)]}
          yLabel="Cost of a run ($)"
          yTicks={[0, 0.02, 0.04, 0.06, 0.08]}
          formatY={formatLimitUsd}
        />
      </div>
    </>
  )
}

type MatrixTableProps = { readonly groups: readonly GuideMatrixGroup[]; readonly measured: Measured }

/** Claims on each provider row by row, with the median of one’s own runs where one was measured. */
function MatrixTable({ groups, measured }: MatrixTableProps) {
  const columns = [
    { header: 'What', value: ({ label }: GuideMatrixRow) => label },
    ...comparedProviderIds.flatMap((providerId) => [
      {
        header: findProviderName(providerId),
        value: ({ claims }: GuideMatrixRow) => formatClaim(claims[providerId]),
      },
      {
        header: `${findProviderName(providerId)}, your runs`,
        value: (row: GuideMatrixRow) => describeMeasured(row, providerId, measured),
      },
    ]),
  ]
  return (
    <section className={styles.matrix} aria-label="Comparison of the providers">
      <div className={styles.head}>
        <div>
          <h2 className={styles.title}>Rule of thumb</h2>
          <p className={styles.note}>
            No recommendation is based on these. Below each claim, the median of your own runs where there are
            some.
          </p>
        </div>
        <CopyTableButton columns={columns} rows={groups.flatMap(({ rows }) => rows)} />
      </div>
      <Table stickyHeader aria-label="Comparison of the providers" className={styles.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <HeadCell w={180} label="What" />
            {comparedProviderIds.map((providerId) => (
              <Table.Th key={providerId}>{findProviderName(providerId)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map(({ label, rows }) => (
            <Fragment key={label}>
              <Table.Tr>
                <Table.Th colSpan={5} scope="colgroup" className={styles.group ?? ''}>
                  {label}
                </Table.Th>
              </Table.Tr>
              {rows.map((row) => (
                <Table.Tr key={row.id}>
                  <Table.Th scope="row" className={styles.label ?? ''}>
                    {row.label}
                  </Table.Th>
                  {comparedProviderIds.map((providerId) => (
                    <Table.Td key={providerId}>
                      <Claim claim={row.claims[providerId]} />
                      <MeasuredCell text={describeMeasured(row, providerId, measured)} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

const noRuns = 'no runs yet'

/** Null where runs do not measure it, or nothing is known yet. */
function describeMeasured(
  row: GuideMatrixRow,
  providerId: ComparedProviderId,
  measured: Measured,
): string | null {
  if (row.measured === null || measured === null) return null
  return formatMeasuredFigure(measured.of(providerId), row.measured) ?? noRuns
}

function MeasuredCell({ text }: { readonly text: string | null }) {
  if (text === null) return null
  const isMeasured = text !== noRuns
  return (
    <div className={styles.measured} data-measured={isMeasured}>
      {isMeasured ? `yours: ${text}` : text}
    </div>
  )
}

const marks = {
  yes: { word: 'yes', Icon: IconCheck },
  no: { word: 'no', Icon: IconX },
  partly: { word: 'partly', Icon: IconMinus },
} as const

function Claim({ claim }: { readonly claim: GuideClaim }) {
  if (claim.mark === null) return claim.text
  const { Icon } = marks[claim.mark]
  return (
    <span className={styles.claim} data-mark={claim.mark}>
      <Icon size={14} stroke={2} aria-hidden />
      {formatClaim(claim)}
    </span>
  )
}

function formatClaim({ mark, text }: GuideClaim): string {
  return [mark === null ? '' : marks[mark].word, text].filter(Boolean).join(', ')
}

type ClaimChartProps = {
  readonly title: string
  readonly note: string
  readonly points: readonly ChartPoint[]
  readonly yLabel: string
  /** From 0 up. The last one is the end of the axis unless a point lies beyond it. */
  readonly yTicks: readonly number[]
  readonly formatY: (value: number) => string
}

/** Marks over the share of tokens that is saved, and the table behind them. */
function ClaimChart(props: ClaimChartProps) {
  const { title, note, points, yLabel, formatY } = props
  const columns: readonly TableColumn<ChartPoint>[] = [
    { id: 'what', header: 'What', value: ({ label }) => label },
    buildFigureColumn('low', 'Saved from (%)', ({ x }) => x.low, formatShare),
    buildFigureColumn('high', 'Saved to (%)', ({ x }) => x.high, formatShare),
    buildFigureColumn('y', yLabel, ({ y }) => y, formatY),
  ]
  return (
    <ChartFrame title={title} note={note} columns={columns} rows={points}>
      <Plot {...props} />
    </ChartFrame>
  )
}

/** The mark of each provider: a shape and a hue of the variants. */
const claimMarks: Readonly<
  Record<ComparedProviderId, { readonly shape: VariantShape; readonly hue: number }>
> = {
  native: { shape: 'circle', hue: 0 },
  lossless: { shape: 'square', hue: 2 },
  truncation: { shape: 'triangle', hue: 1 },
  smart: { shape: 'diamond', hue: 3 },
}

const xTicks = [0, 20, 40, 60, 80, 100]

function Plot({ title, points, yLabel, yTicks, formatY }: ClaimChartProps) {
  const describePoint = ({ label, x, y }: ChartPoint): string =>
    `${label}: ${formatShare(x.low)} to ${formatShare(x.high)} saved, ${formatY(y)}`
  return (
    <ScatterPlot
      title={title}
      summary={points.map(describePoint).join('; ')}
      points={points.map((point) => ({
        id: point.id,
        name: point.label,
        text: describePoint(point),
        x: point.x.middle,
        y: point.y,
        xRange: [point.x.low, point.x.high],
        color: pickVariantColor(claimMarks[point.providerId].hue),
        shape: claimMarks[point.providerId].shape,
        isHollow: point.isMeasured,
      }))}
      xTicks={xTicks}
      yTicks={yTicks}
      xLabel="Tokens saved (%)"
      yLabel={yLabel}
      formatX={String}
      formatY={formatY}
    />
  )
}
