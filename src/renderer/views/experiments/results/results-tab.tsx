import { coverageText } from '../../../../shared/words/metric-words.ts'
import { assertionLooks } from '../../../../shared/words/verdict-words.ts'
import { ControlChart } from './control-chart.tsx'
import { rankingOf } from '../../../../shared/lib/primary-of.ts'
import { EmptyPanel } from '../../../components/empty-panel.tsx'
import { SkeletonRows } from '../../../components/skeleton-rows.tsx'
import { Split } from '../../../components/split.tsx'
import { useSplitLayout } from '../../../data/use-split-layout.ts'
import { useExperiment } from '../experiment-context.ts'
import { FigurePane } from './figure-pane.tsx'
import { ResultsTable } from './results-table.tsx'
import styles from './results-tab.module.css'
import { OutcomeList, VerdictList } from './verdict-list.tsx'
import resultChartsStyles from './charts.module.css'
import { DifferenceChart, ParetoChart } from './metric-charts.tsx'
import { useEffect, useRef, type RefObject } from 'react'
import { figureKey, FigureLink } from './figure-link.tsx'
import { Table } from '@mantine/core'
import type { AssertionResult, MetricSummary } from '../../../../shared/domain/experiment-results.ts'
import { formatMetric } from '../../../../shared/lib/format-metric.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import { countOf } from '../../../lib/format.ts'
import plots from '../../../plots/plots.module.css'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import { formatBare, headerOf } from '../../../lib/bare-figures.ts'
import { ChartFrame } from '../../../plots/chart-frame.tsx'
import { IntervalPlot } from '../../../plots/intervals.tsx'
import { HeadCell } from '../../../components/explained.tsx'

type IntervalRow = { readonly id: string; readonly name: string; readonly summary: MetricSummary }

const tones = { ok: 'better', failed: 'worse', inconclusive: 'not-enough-data' } as const

type AssertionsProps = { readonly label: string; readonly assertions: readonly AssertionResult[] }

type ResultsTabProps = {
  /** Which figure is looked into. Null for none. */
  readonly variantKey: string | null
  readonly metric: string | null
}

/** What came of it: in words, as a table, as plots, and beside them what is behind the chosen figure. */
export function ResultsTab({ variantKey, metric }: ResultsTabProps) {
  const { results, names, metrics, detail } = useExperiment()
  const split = useSplitLayout('experiment', 62)
  const pageRef = useFigureFocus(variantKey, metric)
  if (results === null) return <SkeletonRows label="Computing the figures" />
  if (results.cells.done === 0) {
    return (
      <EmptyPanel>
        {detail.summary.status === 'running'
          ? 'No cell has ended yet. The figures come in by themselves.'
          : 'No cell came to a result, so there are no figures.'}
      </EmptyPanel>
    )
  }
  const variantId = variantKey === null ? null : names.idOf(variantKey)
  const info = metrics.find(({ id }) => id === metric)
  const chosen = variantId === null || info === undefined ? null : { variantId, metric: info }
  const page = (
    <div ref={pageRef} className={styles.page} tabIndex={0} role="region" aria-label="Results">
      {variantKey !== null && chosen === null && (
        <p className={styles.unknown} role="status">
          {variantId === null ? 'No variant' : 'No metric'} of this experiment has the name in the address, so
          no figure is shown beside the results.
        </p>
      )}
      <VerdictList />
      <ResultsTable chosen={chosen} />
      <AssertionTable />
      <OutcomeList />
      <ResultCharts />
    </div>
  )
  if (chosen === null) return page
  return (
    <div className={styles.halves}>
      <Split
        id="experiment"
        direction="horizontal"
        {...split}
        label="Width of the results"
        first={page}
        second={<FigurePane {...chosen} />}
      />
    </div>
  )
}

/** The plots: what is saved against what is kept, the differences one by one, cost and time. */
function ResultCharts() {
  const { results, metrics, names } = useExperiment()
  const metricOf = (id: string) => metrics.find((metric) => metric.id === id)
  const quality = results === null ? undefined : rankingOf(metrics, results.variants, results.figuresVersion)
  const reduction = metricOf('reduction')
  const [cost, duration] = [metricOf('cost'), metricOf('duration')]
  return (
    <div className={resultChartsStyles.charts}>
      <ControlChart />
      {reduction && quality && <ParetoChart x={reduction} y={quality} />}
      {names.order.length > 1 && <DifferenceChart />}
      {cost && <IntervalChart metric={cost} title="Cost" />}
      {duration && <IntervalChart metric={duration} title="Latency" />}
    </div>
  )
}

/**
 * For the page that holds the figures: keeps the opened one in view, and gives the focus back to it once it is
 * closed. Null while none is open.
 */
function useFigureFocus(variantKey: string | null, metric: string | null): RefObject<HTMLDivElement | null> {
  const page = useRef<HTMLDivElement>(null)
  const before = useRef<string | null>(null)
  const open = variantKey === null || metric === null ? null : figureKey(variantKey, metric)
  useEffect(() => {
    const link = linkOf(page.current, open ?? before.current)
    if (open === null) link?.focus()
    else (link?.closest('td') ?? link)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    before.current = open
  }, [open])
  return page
}

/** The link in the table of results where it is there, else the first that can be seen. */
function linkOf(page: HTMLElement | null, key: string | null): HTMLElement | undefined {
  if (key === null) return undefined
  const links = [...(page?.querySelectorAll<HTMLElement>(`[data-figure="${CSS.escape(key)}"]`) ?? [])]
  const visible = links.filter((link) => link.checkVisibility())
  return visible.find((link) => link.closest('td[data-align]') !== null) ?? visible[0]
}

/** What had to hold, and whether it does. Failed and undecided assertions come first, passed ones are folded. */
function AssertionTable() {
  const { results } = useExperiment()
  const assertions = results?.assertions ?? []
  const of = (wanted: AssertionResult['state']) => assertions.filter(({ state }) => state === wanted)
  const [failed, open, held] = [of('failed'), of('inconclusive'), of('ok')]
  if (assertions.length === 0) return null
  return (
    <section className={styles.assertions} aria-label="Assertions">
      <h2 className={styles.heading}>
        Assertions:{' '}
        {[
          ...(failed.length === 0 ? [] : [`${failed.length} of ${assertions.length} do not hold`]),
          ...(open.length === 0 ? [] : [`${open.length} of ${assertions.length} inconclusive`]),
        ].join(', ') || 'all hold'}
      </h2>
      {held.length < assertions.length && (
        <Assertions label="Assertions that do not hold" assertions={[...failed, ...open]} />
      )}
      {held.length > 0 && (
        <details>
          <summary className={styles.fold}>{countOf(held.length, 'assertion')} that hold</summary>
          <Assertions label="Assertions that hold" assertions={held} />
        </details>
      )}
    </section>
  )
}

function Assertions({ label, assertions }: AssertionsProps) {
  const { names, metrics } = useExperiment()
  // Messages name the variants.
  const hasReasons = !names.isBlind && assertions.some(({ message }) => message !== '')
  return (
    <Table className={styles.table ?? ''} aria-label={label} horizontalSpacing={8} verticalSpacing={2}>
      <Table.Thead>
        <Table.Tr>
          <HeadCell label="State" term="assertion" />
          <HeadCell label="Variant" />
          <HeadCell label="Metric" />
          <HeadCell label="Expected" />
          <HeadCell ta="right" label="Is" />
          {hasReasons && <HeadCell label="Why" />}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {assertions.map(({ state, metric: metricId, variant, expected, value, message, ...rest }, index) => {
          const metric = metrics.find(({ id }) => id === metricId)
          return (
            <Table.Tr key={index}>
              <Table.Td className={styles.tone ?? ''} data-tone={tones[state]}>
                {assertionLooks[state].sign} {assertionLooks[state].word}
              </Table.Td>
              <Table.Td>{names.nameOf(variant)}</Table.Td>
              <Table.Td>
                <FigureLink variantId={variant} metric={metricId} className={styles.sentence}>
                  {metric?.label ?? metricId}
                </FigureLink>
              </Table.Td>
              <Table.Td>{expected}</Table.Td>
              <Table.Td ta="right">
                {[metric ? formatMetric(value, metric.unit) : '–', coverageText(rest)]
                  .filter((text) => text !== '')
                  .join(' · ')}
              </Table.Td>
              {hasReasons && <Table.Td>{showControls(message)}</Table.Td>}
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

/** The mean of each variant on one metric, with its interval. */
function IntervalChart({ metric, title }: { readonly metric: MetricInfo; readonly title: string }) {
  const { results, names } = useExperiment()
  const rows = names.order.flatMap((id): IntervalRow[] => {
    const summary = results?.variants.find((variant) => variant.id === id)?.metrics[metric.id]
    return summary === undefined ? [] : [{ id, name: names.nameOf(id), summary }]
  })
  return (
    <ChartFrame
      title={title}
      note={`Mean over the checkpoints with 95 % interval. ${metric.direction === 'lower' ? 'Less' : 'More'} is better.`}
      columns={columnsOf(metric)}
      rows={rows}
    >
      {rows.some(({ summary }) => summary.mean !== 0) ? (
        <IntervalPlot
          title={metric.label}
          rows={rows.map(({ id, name, summary, summary: { mean, low, high } }) => ({
            id,
            name,
            place: names.placeOf(id),
            text: `${name} ${labelOf(summary, metric)}${low === null || high === null ? '' : ` (${formatBare(low, metric.unit)} to ${formatBare(high, metric.unit)})`}`,
            mean,
            low,
            high,
            figure: labelOf(summary, metric),
          }))}
          xLabel={headerOf(metric)}
          formatX={(tick) => formatBare(tick, metric.unit)}
        />
      ) : (
        <p className={plots.empty}>
          {rows.length === 0
            ? 'No cell has a value of this metric.'
            : `${metric.label} is ${formatMetric(0, metric.unit)} for every variant, so there is nothing to draw.`}
        </p>
      )}
    </ChartFrame>
  )
}

function columnsOf(metric: MetricInfo): readonly TableColumn<IntervalRow>[] {
  const figure = (
    id: string,
    header: string,
    of: (row: IntervalRow) => number | null,
  ): TableColumn<IntervalRow> => ({
    id,
    header,
    align: 'end',
    value: of,
    cell: (row) => formatBare(of(row), metric.unit),
  })
  return [
    { id: 'name', header: 'Variant', value: ({ name }) => name },
    {
      ...figure('mean', headerOf(metric), ({ summary }) => summary.mean),
      cell: ({ id, summary }) => (
        <FigureLink variantId={id} metric={metric.id}>
          {formatBare(summary.mean, metric.unit)}
        </FigureLink>
      ),
    },
    {
      ...figure('n', 'Checkpoints', ({ summary }) => summary.n),
      cell: ({ summary }) => coverageText(summary) || formatInteger(summary.n),
    },
    figure('low', 'Low', ({ summary }) => summary.low),
    figure('high', 'High', ({ summary }) => summary.high),
  ]
}

/** A mean, and how many checkpoints it rests on where that is not all. */
function labelOf(summary: MetricSummary, { unit }: MetricInfo): string {
  const coverage = coverageText(summary)
  return `${formatBare(summary.mean, unit)}${coverage === '' ? '' : ` (${coverage})`}`
}
