import type { MetricInfo } from '../../../shared/domain/quality.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { coverageText } from '../../../shared/lib/coverage.ts'
import { formatMetric, formatMetricDifference } from '../../../shared/lib/format-metric.ts'
import { marginOf } from '../../../shared/lib/margin-of.ts'
import { barPlot } from '../plots/bar-plot.ts'
import { differencePlot, type DifferenceRow } from '../plots/difference-plot.ts'
import { scatterPlot, type ScatterPoint } from '../plots/scatter-plot.ts'
import { legendMark } from '../plots/variant-mark.ts'
import { checkpointName, chosenMetrics, nameOf } from './lookups.ts'
import type { Block, Plot, Section, Table } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

/** The drawings, each with its figures in a table. */
export function plotSection(input: ReportInput): Section {
  const measured = ['cost', 'duration'].flatMap(
    (id) => input.results.metrics.find((metric) => metric.id === id) ?? [],
  )
  return {
    title: 'Plots',
    blocks: [
      ...scatterOf(input),
      ...chosenMetrics(input).flatMap((metric) => differencesOf(input, metric)),
      ...measured.flatMap((metric) => barsOf(input, metric)),
    ],
  }
}

function scatterOf({ results }: ReportInput): readonly Plot[] {
  const points = results.variants.flatMap((variant, index): ScatterPoint[] => {
    const x = variant.metrics['reduction']
    const y = variant.metrics['continuation-recall']
    const { chance, isOnParetoFront: isOnFront } = variant
    return x === undefined || y === undefined ? [] : [{ name: variant.id, index, x, y, chance, isOnFront }]
  })
  if (points.length === 0) return []
  const title = 'Reduction against continuation recall'
  const told = points.map(
    ({ name, x, y, chance, isOnFront }) =>
      `${name}: ${formatMetric(x.mean, 'percent')} less, recall ${formatMetric(y.mean, 'share')}` +
      `${chance === null ? '' : `, chance ${formatMetric(chance, 'share')}`}${isOnFront ? ', on the front' : ''}`,
  )
  return [
    {
      kind: 'plot',
      title,
      svg: scatterPlot(points, title, `${told.join('; ')}.`),
      note: 'Up and to the right is better. Crosses are intervals, the dashed line joins what nothing beats in both (the Pareto front), a short bar is what chance would reach.',
      legend: points.map(({ name, index }, place) => ({
        sign: legendMark(index),
        text: told[place] ?? name,
      })),
    },
  ]
}

function differencesOf(input: ReportInput, metric: MetricInfo): readonly Block[] {
  const { results, experiment } = input
  const rows = results.variants.flatMap((variant, index): DifferenceRow[] => {
    const comparison = results.comparisons.find(({ b, metric: id }) => b === variant.id && id === metric.id)
    return comparison === undefined || comparison.pairs.length === 0
      ? []
      : [{ name: variant.id, index, comparison }]
  })
  // Where nothing differs anywhere, the table has said so.
  if (rows.every(({ comparison }) => comparison.pairs.every(({ difference }) => difference === 0))) return []
  const margin = marginOf(metric, experiment.plan.file.margins)
  const title = `${metric.label}: differences to ${results.baselineId} at each checkpoint`
  const told = rows.map(({ name, comparison }) => {
    const { difference, pairs } = comparison
    return `${name}: ${formatMetricDifference(difference, metric.unit)} over ${countOf(pairs.length, 'checkpoint')}`
  })
  const band =
    margin === 0
      ? ''
      : ` The band is the margin of ${formatMetricDifference(margin, metric.unit).replace('+', '±')}.`
  const svg = differencePlot({ metric, rows, margin, title, description: `${told.join('; ')}.` })
  const note = `A dot is a checkpoint, the larger mark the mean, the line its interval.${band}`
  return [{ kind: 'plot', title, svg, note, legend: [] }, ...pairTables(input, metric, rows)]
}

/** As many variants as stand side by side on paper. */
const variantsPerTable = 8

function pairTables(
  input: ReportInput,
  metric: MetricInfo,
  rows: readonly DifferenceRow[],
): readonly Table[] {
  return Array.from({ length: Math.ceil(rows.length / variantsPerTable) }, (_, index) =>
    pairTable(input, metric, rows.slice(index * variantsPerTable, (index + 1) * variantsPerTable)),
  )
}

function pairTable(input: ReportInput, metric: MetricInfo, rows: readonly DifferenceRow[]): Table {
  const checkpoints = input.experiment.plan.checkpoints
  return {
    kind: 'table',
    caption: `${metric.label}, difference at each checkpoint: ${rows[0]?.name ?? ''} to ${rows.at(-1)?.name ?? ''}`,
    isFolded: true,
    columns: [{ label: 'Checkpoint' }, ...rows.map(({ name }) => ({ label: name, isNumber: true }))],
    rows: checkpoints.map((checkpoint) => ({
      head: { text: checkpointName(checkpoint), detail: checkpoint.id },
      cells: rows.map(({ comparison }) => {
        const pair = comparison.pairs.find(({ checkpointId }) => checkpointId === checkpoint.id)
        return { text: formatMetricDifference(pair?.difference ?? null, metric.unit) }
      }),
    })),
  }
}

function barsOf({ results }: ReportInput, metric: MetricInfo): readonly Plot[] {
  const bars = results.variants.flatMap((variant, index) => {
    const summary = variant.metrics[metric.id]
    return summary === undefined ? [] : [{ name: variant.id, index, summary, told: nameOf(variant) }]
  })
  if (bars.every(({ summary }) => summary.mean === 0)) return []
  const title = `${metric.label} of a cell`
  const told = bars.map(({ told: name, summary }) => {
    const coverage = coverageText(summary)
    const rests = coverage === '' ? '' : ` over ${coverage} checkpoints`
    return `${name}: ${formatMetric(summary.mean, metric.unit)}${rests}`
  })
  const svg = barPlot(metric, bars, title, `${told.join('; ')}.`)
  return [
    { kind: 'plot', title, svg, note: 'Mean over the checkpoints; the line is its interval.', legend: [] },
  ]
}
