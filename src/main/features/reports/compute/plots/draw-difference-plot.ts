import type { MetricInfo } from '../../../../../shared/activity/quality-types.ts'
import type { Markup } from '../../../../../shared/document/chart-block.ts'
import type { VariantComparison } from '../../../../../shared/experiments/experiment-results-types.ts'
import { formatMetricDifference } from '../../../../../shared/kernel/format-metric.ts'
import { verdictLooks } from '../../../../../shared/kernel/words/verdict-words.ts'
import { safeHtml, joinMarkup } from '../html/markup.ts'
import { createAxis, formatPixel, type Axis } from './axis.ts'
import { drawVariantMark } from './draw-variant-mark.ts'

export type DifferenceRow = {
  readonly name: string
  /** Place of the variant in the plan. */
  readonly index: number
  readonly comparison: VariantComparison
}

const width = 720
const rowHeight = 26
const frame = { left: 150, right: 520, top: 10 }

/** A strip for each variant: the differences, the mean with its interval, zero, the margin and the noise floor. */
export function drawDifferencePlot(options: {
  readonly metric: MetricInfo
  readonly rows: readonly DifferenceRow[]
  readonly margin: number
  /** What the baseline differs from itself; 0 where that is not known. */
  readonly noise: number
  readonly title: string
  readonly description: string
}): Markup {
  const { metric, rows, margin, noise, title, description } = options
  const bottom = frame.top + rows.length * rowHeight
  const values = rows.flatMap(({ comparison: { pairs, low, high } }) => [
    ...pairs.map(({ difference }) => difference),
    low ?? 0,
    high ?? 0,
  ])
  const x = createAxis([...values, 0, margin, -margin, noise, -noise], frame.left, frame.right, 6)
  const band =
    margin === 0
      ? safeHtml``
      : safeHtml`<rect class="margin" x="${formatPixel(x.place(-margin))}" y="${frame.top}" width="${formatPixel(x.place(margin) - x.place(-margin))}" height="${rows.length * rowHeight}" />`
  const floor =
    noise === 0
      ? safeHtml``
      : safeHtml`<rect class="noise" x="${formatPixel(x.place(-noise))}" y="${frame.top}" width="${formatPixel(x.place(noise) - x.place(-noise))}" height="${rows.length * rowHeight}" />`
  return safeHtml`<svg class="plot" viewBox="0 0 ${width} ${bottom + 40}" role="img">
<title>${title}</title>
<desc>${description}</desc>
${band}${floor}
${joinMarkup(x.ticks.map((tick) => safeHtml`<path class="grid" d="M${formatPixel(x.place(tick))} ${frame.top}V${bottom}" /><text class="tick" x="${formatPixel(x.place(tick))}" y="${bottom + 16}" text-anchor="middle">${formatSignedTick(tick)}</text>`))}
<path class="zero" d="M${formatPixel(x.place(0))} ${frame.top}V${bottom}" />
${joinMarkup(rows.map((row, index) => strip(row, x, frame.top + (index + 0.5) * rowHeight, metric)))}
<text class="axis-name" x="${formatPixel((frame.left + frame.right) / 2)}" y="${bottom + 34}" text-anchor="middle">${formatAxisName(metric)}</text>
</svg>`
}

function strip({ name, index, comparison }: DifferenceRow, x: Axis, y: number, metric: MetricInfo): Markup {
  const { pairs, low, high, difference, verdict } = comparison
  const look = verdictLooks[verdict.word]
  const dots = pairs.map(
    (pair, place) =>
      safeHtml`<circle class="dot hue-${index % 8}" cx="${formatPixel(x.place(pair.difference))}" cy="${formatPixel(y - 4 + ((place * 5) % 9))}" r="2.4" />`,
  )
  const whisker =
    low === null || high === null
      ? safeHtml``
      : safeHtml`<path class="whisker strong" d="M${formatPixel(x.place(low))} ${formatPixel(y)}H${formatPixel(x.place(high))}" />`
  const mean = difference === null ? safeHtml`` : drawVariantMark(index, x.place(difference), y)
  const short = name.length > 22 ? `${name.slice(0, 21)}…` : name
  return safeHtml`<g><title>${name}</title><text class="label" x="${frame.left - 10}" y="${formatPixel(y + 4)}" text-anchor="end">${short}</text>${dots}${whisker}${mean}<text class="label ${verdict.word}" x="${frame.right + 12}" y="${formatPixel(y + 4)}">${look.sign} ${formatMetricDifference(difference, metric.unit)} ${look.short}</text></g>`
}

function formatSignedTick(tick: number): string {
  return tick > 0 ? `+${tick}` : String(tick).replace('-', '−')
}

const unitNames = {
  percent: 'points',
  tokens: 'tok',
  share: 'share',
  usd: '$',
  'usd-change': '$',
  milliseconds: 'ms',
  grade: 'grade, 0 to 5',
  score: 'score, −1 to 1',
  count: 'count',
} as const

function formatAxisName({ label, unit, direction }: MetricInfo): string {
  return `${label}: difference, ${unitNames[unit]} (${direction} is better)`
}
