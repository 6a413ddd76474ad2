import type { MetricInfo } from '../../../shared/domain/quality.ts'
import type { MetricSummary } from '../../../shared/domain/experiment.ts'
import { coverageText } from '../../../shared/lib/coverage.ts'
import { formatMetric } from '../../../shared/lib/format-metric.ts'
import { safeHtml, joined, type Markup } from '../html/markup.ts'
import { axisOver, pixel } from './axis.ts'

export type Bar = { readonly name: string; readonly index: number; readonly summary: MetricSummary }

const width = 720
const rowHeight = 24
const frame = { left: 150, right: 600, top: 6 }

/** A bar from zero for each variant, with its interval. */
export function barPlot(
  metric: MetricInfo,
  bars: readonly Bar[],
  title: string,
  description: string,
): Markup {
  const bottom = frame.top + bars.length * rowHeight
  const x = axisOver(
    [0, ...bars.flatMap(({ summary }) => [summary.mean, summary.high ?? summary.mean])],
    frame.left,
    frame.right,
    4,
  )
  const drawn = bars.map(({ name, index, summary }, place) => {
    const y = frame.top + place * rowHeight
    const short = name.length > 22 ? `${name.slice(0, 21)}…` : name
    const whisker =
      summary.low === null || summary.high === null
        ? safeHtml``
        : safeHtml`<path class="whisker strong" d="M${pixel(x.place(Math.max(0, summary.low)))} ${pixel(y + rowHeight / 2)}H${pixel(x.place(summary.high))}" />`
    const coverage = coverageText(summary)
    const mean = formatMetric(summary.mean, metric.unit)
    const label = coverage === '' ? mean : `${mean} (${coverage})`
    return safeHtml`<g><title>${name}</title><text class="label" x="${frame.left - 10}" y="${pixel(y + 16)}" text-anchor="end">${short}</text><rect class="bar hue-${index % 8}" x="${frame.left}" y="${pixel(y + 5)}" width="${pixel(Math.max(0, x.place(summary.mean) - frame.left))}" height="${rowHeight - 10}" />${whisker}<text class="label" x="${frame.right + 12}" y="${pixel(y + 16)}">${label}</text></g>`
  })
  return safeHtml`<svg class="plot" viewBox="0 0 ${width} ${bottom + 24}" role="img">
<title>${title}</title>
<desc>${description}</desc>
${joined(x.ticks.map((tick) => safeHtml`<path class="grid" d="M${pixel(x.place(tick))} ${frame.top}V${bottom}" /><text class="tick" x="${pixel(x.place(tick))}" y="${bottom + 16}" text-anchor="middle">${formatMetric(tick, metric.unit)}</text>`))}
${joined(drawn)}
</svg>`
}
