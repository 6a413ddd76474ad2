import { formatCoverage } from '../../../../../shared/activity/metric-words.ts'
import type { MetricInfo } from '../../../../../shared/activity/quality-types.ts'
import type { ChartBlock, Markup } from '../../../../../shared/document/chart-block.ts'
import { alignRight, buildTable, type Block } from '../../../../../shared/document/document.ts'
import type { MetricSummary } from '../../../../../shared/experiments/experiment-results-types.ts'
import { findMargin } from '../../../../../shared/experiments/find-margin.ts'
import { pickRankingMetric, findTrickLevel } from '../../../../../shared/experiments/pick-primary-metric.ts'
import { findVariantName, formatVariantName } from '../../../../../shared/experiments/select-comparisons.ts'
import { formatCountWithNoun } from '../../../../../shared/kernel/format-count-with-noun.ts'
import { formatMetric, formatMetricDifference } from '../../../../../shared/kernel/format-metric.ts'
import { safeHtml, joinMarkup } from '../html/markup.ts'
import { createAxis, formatPixel } from '../plots/axis.ts'
import { drawDifferencePlot, type DifferenceRow } from '../plots/draw-difference-plot.ts'
import { drawLegendMark } from '../plots/draw-variant-mark.ts'
import { scatterPlot, type ScatterPoint } from '../plots/scatter-plot.ts'
import { formatCheckpointName, selectPlotMetrics } from './lookups.ts'
import type { Section } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

type Bar = { readonly name: string; readonly index: number; readonly summary: MetricSummary }

const width = 720

const rowHeight = 24

const frame = { left: 150, right: 600, top: 6 }

/** The drawings, each with its figures in a table. */
export function buildPlotSection(input: ReportInput): Section {
  const measured = ['change-of-bill', 'cost', 'duration'].flatMap(
    (id) => input.results.metrics.find((metric) => metric.id === id) ?? [],
  )
  return {
    title: 'Plots',
    blocks: [
      ...buildScatterPlots(input),
      ...selectPlotMetrics(input).flatMap((metric) => {
        const plot = buildDifferencePlot(input, metric)
        return plot === null ? [] : [plot.chart, ...pairTables(input, metric, plot.rows)]
      }),
      ...measured.flatMap((metric) => buildBarPlots(input, metric)),
    ],
  }
}

function buildScatterPlots({ results }: ReportInput): readonly ChartBlock[] {
  const quality = pickRankingMetric(results.metrics, results.variants)
  if (quality === undefined) return []
  const points = results.variants.flatMap((variant, index): ScatterPoint[] => {
    const x = variant.metrics['reduction']
    const y = variant.metrics[quality.id]
    const { isOnParetoFront: isOnFront } = variant
    const trick = findTrickLevel(variant, quality.id)
    return x === undefined || y === undefined
      ? []
      : [{ name: formatVariantName(variant), index, x, y, trick, isOnFront }]
  })
  if (points.length === 0) return []
  const trickName = quality.id === 'continuation-recall' ? 'chance' : 'the last messages of that size'
  const label = quality.label.toLowerCase()
  const title = `Reduction against ${label}`
  const texts = points.map(
    ({ name, x, y, trick, isOnFront }) =>
      `${name}: ${formatMetric(x.mean, 'percent')} less, ${label} ${formatMetric(y.mean, quality.unit)}` +
      `${trick === null ? '' : `, ${trickName} ${formatMetric(trick, quality.unit)}`}${isOnFront ? ', on the front' : ''}`,
  )
  return [
    {
      kind: 'chart',
      title,
      svg: scatterPlot(points, quality, title, `${texts.join('; ')}.`),
      note: `Up and to the right is better. Crosses are intervals, the dashed line joins what nothing beats in both (the Pareto front), a short bar is what ${trickName} would score.`,
      legend: points.map(({ name, index }, place) => ({
        sign: drawLegendMark(index),
        text: texts[place] ?? name,
      })),
    },
  ]
}

/** The differences of every variant to the baseline on a metric; null where nothing differs anywhere. */
export function buildDifferencePlot(
  { results, experiment }: ReportInput,
  metric: MetricInfo,
): { readonly chart: ChartBlock; readonly rows: readonly DifferenceRow[] } | null {
  const rows = results.variants.flatMap((variant, index): DifferenceRow[] => {
    const comparison = results.comparisons.find(({ b, metric: id }) => b === variant.id && id === metric.id)
    return comparison === undefined || comparison.pairs.length === 0
      ? []
      : [{ name: formatVariantName(variant), index, comparison }]
  })
  if (rows.every(({ comparison }) => comparison.pairs.every(({ difference }) => difference === 0)))
    return null
  const margin = findMargin(metric, experiment.plan.file.margins)
  const title = `${metric.label}: differences to ${findVariantName(results, results.baselineId)} at each cut`
  const texts = rows.map(({ name, comparison }) => {
    const { difference, pairs } = comparison
    return `${name}: ${formatMetricDifference(difference, metric.unit)} over ${formatCountWithNoun(pairs.length, 'cut')}`
  })
  const band =
    margin === 0
      ? ''
      : ` The band is the margin of ${formatMetricDifference(margin, metric.unit).replace('+', '±')}.`
  const noise = results.noiseFloor[metric.id] ?? 0
  const floor =
    noise === 0
      ? ''
      : ` The dashed frame is the noise floor of ${formatMetricDifference(noise, metric.unit).replace('+', '±')}.`
  const svg = drawDifferencePlot({ metric, rows, margin, noise, title, description: `${texts.join('; ')}.` })
  const note = `A dot is a cut, the larger mark the mean, the line its interval.${band}${floor}`
  return { chart: { kind: 'chart', title, svg, note, legend: [] }, rows }
}

/** As many variants as stand side by side on paper. */
const variantsPerTable = 8

function pairTables(
  input: ReportInput,
  metric: MetricInfo,
  rows: readonly DifferenceRow[],
): readonly Block[] {
  return Array.from({ length: Math.ceil(rows.length / variantsPerTable) }, (_, index) =>
    pairTable(input, metric, rows.slice(index * variantsPerTable, (index + 1) * variantsPerTable)),
  )
}

function pairTable(input: ReportInput, metric: MetricInfo, rows: readonly DifferenceRow[]): Block {
  return buildTable(
    ['Cut', ...alignRight(rows.map(({ name }) => name))],
    input.experiment.plan.checkpoints.map((checkpoint) => [
      formatCheckpointName(checkpoint),
      ...rows.map(({ comparison }) => {
        const pair = comparison.pairs.find(({ checkpointId }) => checkpointId === checkpoint.id)
        return formatMetricDifference(pair?.difference ?? null, metric.unit)
      }),
    ]),
    {
      caption: `${metric.label}, difference at each cut: ${rows[0]?.name ?? ''} to ${rows.at(-1)?.name ?? ''}`,
      isFolded: true,
    },
  )
}

function buildBarPlots({ results }: ReportInput, metric: MetricInfo): readonly ChartBlock[] {
  const bars = results.variants.flatMap((variant, index) => {
    const summary = variant.metrics[metric.id]
    return summary === undefined ? [] : [{ name: formatVariantName(variant), index, summary }]
  })
  if (bars.every(({ summary }) => summary.mean === 0)) return []
  const title = `${metric.label} of a ${metric.id === 'change-of-bill' ? 'task' : 'cell'}`
  const texts = bars.map(({ name, summary }) => {
    const coverage = formatCoverage(summary)
    const rests = coverage === '' ? '' : ` over ${coverage} cuts`
    return `${name}: ${formatMetric(summary.mean, metric.unit)}${rests}`
  })
  const svg = drawBarPlot(metric, bars, title, `${texts.join('; ')}.`)
  return [{ kind: 'chart', title, svg, note: 'Mean over the cuts. The line is its interval.', legend: [] }]
}

/** A bar from zero for each variant, with its interval. */
function drawBarPlot(metric: MetricInfo, bars: readonly Bar[], title: string, description: string): Markup {
  const bottom = frame.top + bars.length * rowHeight
  // What cannot be below zero has no interval there.
  const isSigned = bars.some(({ summary }) => summary.mean < 0)
  // A sign takes room as well.
  const right = frame.right - (isSigned ? 24 : 0)
  const findLowEnd = ({ low, mean }: MetricSummary): number => Math.max(low ?? mean, isSigned ? -Infinity : 0)
  const x = createAxis(
    [0, ...bars.flatMap(({ summary }) => [findLowEnd(summary), summary.mean, summary.high ?? summary.mean])],
    frame.left,
    right,
    4,
  )
  const drawn = bars.map(({ name, index, summary }, place) => {
    const y = frame.top + place * rowHeight
    const short = name.length > 22 ? `${name.slice(0, 21)}…` : name
    const whisker =
      summary.low === null || summary.high === null
        ? safeHtml``
        : safeHtml`<path class="whisker strong" d="M${formatPixel(x.place(findLowEnd(summary)))} ${formatPixel(y + rowHeight / 2)}H${formatPixel(x.place(summary.high))}" />`
    const coverage = formatCoverage(summary)
    const mean = formatMetric(summary.mean, metric.unit)
    const label = coverage === '' ? mean : `${mean} (${coverage})`
    return safeHtml`<g><title>${name}</title><text class="label" x="${frame.left - 10}" y="${formatPixel(y + 16)}" text-anchor="end">${short}</text><rect class="bar hue-${index % 8}" x="${formatPixel(x.place(Math.min(0, summary.mean)))}" y="${formatPixel(y + 5)}" width="${formatPixel(Math.abs(x.place(summary.mean) - x.place(0)))}" height="${rowHeight - 10}" />${whisker}<text class="label" x="${right + 12}" y="${formatPixel(y + 16)}">${label}</text></g>`
  })
  return safeHtml`<svg class="plot" viewBox="0 0 ${width} ${bottom + 24}" role="img">
<title>${title}</title>
<desc>${description}</desc>
${joinMarkup(x.ticks.map((tick) => safeHtml`<path class="grid" d="M${formatPixel(x.place(tick))} ${frame.top}V${bottom}" /><text class="tick" x="${formatPixel(x.place(tick))}" y="${bottom + 16}" text-anchor="middle">${formatMetric(tick, metric.unit)}</text>`))}
${joinMarkup(drawn)}
</svg>`
}
