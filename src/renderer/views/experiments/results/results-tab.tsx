import { countOf } from '../../../../shared/lib/count-of.ts'
import { coverageText } from '../../../../shared/words/metric-words.ts'
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
import { AssertionTable, OutcomeList, VerdictList } from './verdict-list.tsx'
import resultChartsStyles from './charts.module.css'
import { DifferenceChart, ParetoChart } from './metric-charts.tsx'
import { useEffect, useRef, type RefObject } from 'react'
import { figureKey, FigureLink } from './figure-link.tsx'
import { FoldButton } from '../../../components/fold-button.tsx'
import { Link } from 'wouter'
import { z } from 'zod'
import { usePreference } from '../../../data/use-preference.ts'
import { routes } from '../../../lib/routes.ts'
import { ValueMatrix } from '../run/value-matrix.tsx'
import { Answer } from './answer.tsx'
import type { ChosenFigure } from './result-row.tsx'
import type { MetricSummary } from '../../../../shared/domain/experiment-results.ts'
import { formatMetric } from '../../../../shared/lib/format-metric.ts'
import plots from '../../../plots/plots.module.css'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import { formatBare, headerOf } from '../../../lib/bare-figures.ts'
import { ChartFrame } from '../../../plots/chart-frame.tsx'
import { IntervalPlot } from '../../../plots/intervals.tsx'

/** Of the matrix beside the answer. The Cells tab has all. */
const mostRows = 12

type IntervalRow = { readonly id: string; readonly name: string; readonly summary: MetricSummary }

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
  if (results === null) {
    return (
      <>
        <p className={styles.computing} role="status">
          Computing the figures of {countOf(detail.cells.length, 'cell')}…
        </p>
        <SkeletonRows label="Computing the figures" />
      </>
    )
  }
  if (results.cells.done === 0) {
    return (
      <EmptyPanel>
        {detail.summary.status === 'running'
          ? 'No cell has ended yet. The figures come in by themselves.'
          : 'No cell came to a result, so there are no figures.'}
      </EmptyPanel>
    )
  }
  const variantId = variantKey !== null && names.order.includes(variantKey) ? variantKey : null
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
      <div className={styles.verdict}>
        <div>
          <Answer />
          <AssertionTable />
        </div>
        <CutByCut />
      </div>
      <Details chosen={chosen} />
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

/** The worst cuts with their values, and the way to all. */
function CutByCut() {
  const { summary, plan } = useExperiment().detail
  return (
    <div>
      <ValueMatrix title="Cut by cut" label="Values" mostRows={mostRows} />
      {plan.checkpoints.length > mostRows && (
        <p className={styles.rest}>
          <Link href={routes.experiment(summary.id, 'cells')}>
            All {formatInteger(plan.checkpoints.length)} cuts
          </Link>
        </p>
      )}
    </div>
  )
}

/** All metrics, verdict by verdict, with the plots; folded until it is asked for. */
function Details({ chosen }: { readonly chosen: ChosenFigure | null }) {
  const [isOpen, setOpen] = usePreference('experiment.details', z.boolean(), false)
  return (
    <section className={styles.details} aria-label="Details">
      <FoldButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
        Details: all metrics, verdict by verdict, calibration and agreement
      </FoldButton>
      {isOpen && (
        <>
          <VerdictList />
          <ResultsTable chosen={chosen} />
          <OutcomeList />
          <ResultCharts />
        </>
      )}
    </section>
  )
}

/** The plots: what is saved against what is kept, the differences one by one, cost and time. */
function ResultCharts() {
  const { results, metrics, names } = useExperiment()
  const metricOf = (id: string) => metrics.find((metric) => metric.id === id)
  const quality = results === null ? undefined : rankingOf(metrics, results.variants, results.figuresVersion)
  const reduction = metricOf('reduction')
  const [bill, cost, duration] = [metricOf('change-of-bill'), metricOf('cost'), metricOf('duration')]
  return (
    <div className={resultChartsStyles.charts}>
      <ControlChart />
      {reduction && quality && <ParetoChart x={reduction} y={quality} />}
      {names.order.length > 1 && <DifferenceChart />}
      {bill && <IntervalChart metric={bill} title={bill.label} />}
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
