import type { MetricSummary } from '../../../../shared/domain/experiment.ts'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import { coverageText } from '../../../../shared/words/metric-words.ts'
import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import { formatMetric } from '../../../../shared/lib/format-metric.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import { formatBare, headerOf } from '../../../lib/bare-figures.ts'
import { useExperiment } from '../experiment-context.ts'
import { ChartFrame } from '../../../plots/chart-frame.tsx'
import { IntervalPlot } from '../../../plots/intervals.tsx'
import plots from '../../../plots/plots.module.css'
import { FigureLink } from './figure-link.tsx'

type IntervalRow = { readonly id: string; readonly name: string; readonly summary: MetricSummary }

/** The mean of each variant on one metric, with its interval. */
export function IntervalChart({ metric, title }: { readonly metric: MetricInfo; readonly title: string }) {
  const { results, names } = useExperiment()
  const rows = names.order.flatMap((id): IntervalRow[] => {
    const summary = results?.variants.find((variant) => variant.id === id)?.metrics[metric.id]
    return summary === undefined ? [] : [{ id, name: names.nameOf(id), summary }]
  })
  return (
    <ChartFrame
      title={title}
      note={`Mean over the checkpoints with 95 % interval; ${metric.direction === 'lower' ? 'less' : 'more'} is better.`}
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
