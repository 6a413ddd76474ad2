import { useEffect, useRef, type RefObject } from 'react'
import { Link } from 'wouter'
import { z } from 'zod'
import { formatCoverage } from '../../../../shared/activity/metric-words.ts'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { MetricSummary } from '../../../../shared/experiments/experiment-results-types.ts'
import { pickRankingMetric } from '../../../../shared/experiments/pick-primary-metric.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { formatMetric } from '../../../../shared/kernel/format-metric.ts'
import { usePreference } from '../../../data/use-preference.ts'
import { useSplitLayout } from '../../../data/use-split-layout.ts'
import { formatBare, formatHeader } from '../../../lib/bare-figures.ts'
import { routes } from '../../../lib/routes.ts'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { FoldButton } from '../../../ui/components/fold-button.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Split } from '../../../ui/components/split.tsx'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Block, Columns, Note, Scroll } from '../../../ui/layout/layout.tsx'
import { ChartFrame } from '../../../ui/plots/chart-frame.tsx'
import { IntervalPlot } from '../../../ui/plots/intervals.tsx'
import { useExperiment } from '../experiment-context.ts'
import { ValueMatrix } from '../run/value-matrix.tsx'
import { Answer } from './answer.tsx'
import { AssertionTable } from './assertion-table.tsx'
import { ControlChart } from './control-chart.tsx'
import { DifferenceChart } from './difference-chart.tsx'
import { buildFigureKey, FigureLink } from './figure-link.tsx'
import { FigurePane } from './figure-pane.tsx'
import { OutcomeList } from './outcome-list.tsx'
import { ParetoChart } from './pareto-chart.tsx'
import type { ChosenFigure } from './result-row.tsx'
import { ResultsTable } from './results-table.tsx'
import { VerdictList } from './verdict-list.tsx'

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
        <Note pt="md" px="md" role="status">
          Computing the figures of {formatCountWithNoun(detail.cells.length, 'cell')}…
        </Note>
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
    <Scroll ref={pageRef} h="100%" tabIndex={0} role="region" aria-label="Results">
      {variantKey !== null && chosen === null && (
        <Block component="p" py="sm" px="md" tone="caution" fz="xs" role="status">
          {variantId === null ? 'No variant' : 'No metric'} of this experiment has the name in the address, so
          no figure is shown beside the results.
        </Block>
      )}
      <Columns min={800} gap={0}>
        <div>
          <Answer />
          <AssertionTable />
        </div>
        <CutByCut />
      </Columns>
      <Details chosen={chosen} />
    </Scroll>
  )
  if (chosen === null) return page
  return (
    <Block flex={1} mih={0}>
      <Split
        id="experiment"
        direction="horizontal"
        {...split}
        label="Width of the results"
        first={page}
        second={<FigurePane {...chosen} />}
      />
    </Block>
  )
}

/** The worst cuts with their values, and the way to all. */
function CutByCut() {
  const { summary, plan } = useExperiment().detail
  return (
    <div>
      <ValueMatrix title="Cut by cut" label="Values" mostRows={mostRows} />
      {plan.checkpoints.length > mostRows && (
        <Block component="p" pb="sm" px="lg" fz="xs">
          <Link href={routes.experiment(summary.id, 'cells')}>
            All {formatInteger(plan.checkpoints.length)} cuts
          </Link>
        </Block>
      )}
    </div>
  )
}

/** All metrics, verdict by verdict, with the plots; folded until it is asked for. */
function Details({ chosen }: { readonly chosen: ChosenFigure | null }) {
  const [isOpen, setOpen] = usePreference('experiment.details', z.boolean(), false)
  return (
    <Block component="section" py="xs" line="top" aria-label="Details">
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
    </Block>
  )
}

/** The plots: what is saved against what is kept, the differences one by one, cost and time. */
function ResultCharts() {
  const { results, metrics, names } = useExperiment()
  const findMetric = (id: string) => metrics.find((metric) => metric.id === id)
  const quality = results === null ? undefined : pickRankingMetric(metrics, results.variants)
  const reduction = findMetric('reduction')
  const [bill, cost, duration] = [findMetric('change-of-bill'), findMetric('cost'), findMetric('duration')]
  return (
    <Columns min={500} gap="0 xl" line="top">
      <ControlChart />
      {reduction && quality && <ParetoChart x={reduction} y={quality} />}
      {names.order.length > 1 && <DifferenceChart />}
      {bill && <IntervalChart metric={bill} title={bill.label} />}
      {cost && <IntervalChart metric={cost} title="Cost" />}
      {duration && <IntervalChart metric={duration} title="Latency" />}
    </Columns>
  )
}

/**
 * For the page that holds the figures: keeps the opened one in view, and gives the focus back to it once it is
 * closed. Null while none is open.
 */
function useFigureFocus(variantKey: string | null, metric: string | null): RefObject<HTMLDivElement | null> {
  const page = useRef<HTMLDivElement>(null)
  const before = useRef<string | null>(null)
  const open = variantKey === null || metric === null ? null : buildFigureKey(variantKey, metric)
  useEffect(() => {
    const link = findLink(page.current, open ?? before.current)
    if (open === null) link?.focus()
    else (link?.closest('td') ?? link)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    before.current = open
  }, [open])
  return page
}

/** The link in the table of results where it is there, else the first that can be seen. */
function findLink(page: HTMLElement | null, key: string | null): HTMLElement | undefined {
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
    return summary === undefined ? [] : [{ id, name: names.findName(id), summary }]
  })
  return (
    <ChartFrame
      title={title}
      note={`Mean over the checkpoints with 95 % interval. ${metric.direction === 'lower' ? 'Less' : 'More'} is better.`}
      columns={buildColumns(metric)}
      rows={rows}
    >
      {rows.some(({ summary }) => summary.mean !== 0) ? (
        <IntervalPlot
          title={metric.label}
          rows={rows.map(({ id, name, summary, summary: { mean, low, high } }) => ({
            id,
            name,
            place: names.findPlace(id),
            text: `${name} ${formatSummaryLabel(summary, metric)}${low === null || high === null ? '' : ` (${formatBare(low, metric.unit)} to ${formatBare(high, metric.unit)})`}`,
            mean,
            low,
            high,
            figure: formatSummaryLabel(summary, metric),
          }))}
          xLabel={formatHeader(metric)}
          formatX={(tick) => formatBare(tick, metric.unit)}
        />
      ) : (
        <Block component="p" p="md" fz="xs">
          {rows.length === 0
            ? 'No cell has a value of this metric.'
            : `${metric.label} is ${formatMetric(0, metric.unit)} for every variant, so there is nothing to draw.`}
        </Block>
      )}
    </ChartFrame>
  )
}

function buildColumns(metric: MetricInfo): readonly TableColumn<IntervalRow>[] {
  const buildIntervalFigureColumn = (
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
      ...buildIntervalFigureColumn('mean', formatHeader(metric), ({ summary }) => summary.mean),
      cell: ({ id, summary }) => (
        <FigureLink variantId={id} metric={metric.id}>
          {formatBare(summary.mean, metric.unit)}
        </FigureLink>
      ),
    },
    {
      ...buildIntervalFigureColumn('n', 'Cuts', ({ summary }) => summary.n),
      cell: ({ summary }) => formatCoverage(summary) || formatInteger(summary.n),
    },
    buildIntervalFigureColumn('low', 'Low', ({ summary }) => summary.low),
    buildIntervalFigureColumn('high', 'High', ({ summary }) => summary.high),
  ]
}

/** A mean, and how many checkpoints it rests on where that is not all. */
function formatSummaryLabel(summary: MetricSummary, { unit }: MetricInfo): string {
  const coverage = formatCoverage(summary)
  return `${formatBare(summary.mean, unit)}${coverage === '' ? '' : ` (${coverage})`}`
}
