import type { MetricInfo } from '../../../../../shared/activity/quality-types.ts'
import type { Markup } from '../../../../../shared/document/chart-block.ts'
import type { MetricSummary } from '../../../../../shared/experiments/experiment-results-types.ts'
import { safeHtml, joinMarkup } from '../html/markup.ts'
import { createAxis, formatPixel, type Axis } from './axis.ts'
import { drawVariantMark } from './draw-variant-mark.ts'

export type ScatterPoint = {
  readonly name: string
  /** Place of the variant in the plan. */
  readonly index: number
  readonly x: MetricSummary
  readonly y: MetricSummary
  /** What a trick of its size would score, on the scale of `y`; null where unknown. */
  readonly trick: number | null
  readonly isOnFront: boolean
}

const width = 720
const height = 400
const frame = { left: 56, right: 700, top: 16, bottom: 352 }

/** Reduction against quality: intervals as crosses, the Pareto front as a line, what a trick scores as a dash. */
export function scatterPlot(
  points: readonly ScatterPoint[],
  quality: MetricInfo,
  title: string,
  description: string,
): Markup {
  const listValues = (pick: (point: ScatterPoint) => MetricSummary): number[] =>
    points.flatMap((point) => [pick(point).mean, pick(point).low ?? [], pick(point).high ?? []].flat())
  const x = createAxis(
    listValues(({ x }) => x),
    frame.left,
    frame.right,
    6,
  )
  const tricks = points.flatMap(({ trick }) => trick ?? [])
  const y = createAxis([...listValues(({ y }) => y), ...tricks], frame.bottom, frame.top)
  return safeHtml`<svg class="plot" viewBox="0 0 ${width} ${height}" role="img">
<title>${title}</title>
<desc>${description}</desc>
${joinMarkup([...drawGrid(x, y), drawFront(points, x, y), ...points.map((point) => drawPoint(point, x, y)), ...drawLabels(points, x, y)])}
<text class="axis-name" x="${formatPixel((frame.left + frame.right) / 2)}" y="${height - 8}" text-anchor="middle">Reduction, % of the tokens</text>
<text class="axis-name" transform="translate(14 ${formatPixel((frame.top + frame.bottom) / 2)}) rotate(-90)" text-anchor="middle">${quality.label}, ${quality.unit}</text>
</svg>`
}

function drawGrid(x: Axis, y: Axis): readonly Markup[] {
  return [
    ...x.ticks.map(
      (tick) =>
        safeHtml`<path class="grid" d="M${formatPixel(x.place(tick))} ${frame.top}V${frame.bottom}" /><text class="tick" x="${formatPixel(x.place(tick))}" y="${frame.bottom + 16}" text-anchor="middle">${tick}</text>`,
    ),
    ...y.ticks.map(
      (tick) =>
        safeHtml`<path class="grid" d="M${frame.left} ${formatPixel(y.place(tick))}H${frame.right}" /><text class="tick" x="${frame.left - 8}" y="${formatPixel(y.place(tick) + 4)}" text-anchor="end">${tick}</text>`,
    ),
  ]
}

/** Through the variants that nothing beats in both respects. */
function drawFront(points: readonly ScatterPoint[], x: Axis, y: Axis): Markup {
  const onFront = points
    .filter(({ isOnFront }) => isOnFront)
    .toSorted((one, other) => one.x.mean - other.x.mean)
  const [first, ...rest] = onFront
  if (first === undefined || rest.length === 0) return safeHtml``
  const formatPoint = (point: ScatterPoint): string =>
    `${formatPixel(x.place(point.x.mean))} ${formatPixel(y.place(point.y.mean))}`
  return safeHtml`<path class="front" d="M${formatPoint(first)}${rest.map((point) => safeHtml`L${formatPoint(point)}`)}" />`
}

function drawPoint({ name, index, x: across, y: up, trick }: ScatterPoint, x: Axis, y: Axis): Markup {
  const left = x.place(across.mean)
  const top = y.place(up.mean)
  const hue = `hue-${index % 8}`
  const drawWhisker = (interval: MetricSummary, line: (low: number, high: number) => string): Markup =>
    interval.low === null || interval.high === null
      ? safeHtml``
      : safeHtml`<path class="whisker ${hue}" d="${line(interval.low, interval.high)}" />`
  return safeHtml`<g><title>${name}</title>${drawWhisker(across, (low, high) => `M${formatPixel(x.place(low))} ${formatPixel(top)}H${formatPixel(x.place(high))}`)}${drawWhisker(up, (low, high) => `M${formatPixel(left)} ${formatPixel(y.place(low))}V${formatPixel(y.place(high))}`)}${
    trick === null
      ? safeHtml``
      : safeHtml`<path class="chance ${hue}" d="M${formatPixel(left - 9)} ${formatPixel(y.place(trick))}H${formatPixel(left + 9)}" />`
  }${drawVariantMark(index, left, top)}</g>`
}

const labelHeight = 13

/** Beside their marks, from the top down, each moved below the one that it would cover. */
function drawLabels(points: readonly ScatterPoint[], x: Axis, y: Axis): readonly Markup[] {
  const placed: { readonly left: number; readonly right: number; readonly top: number }[] = []
  return points
    .toSorted((one, other) => other.y.mean - one.y.mean)
    .map(({ name, x: across, y: up }) => {
      const text = name.length > 28 ? `${name.slice(0, 27)}…` : name
      const textWidth = text.length * 6.4
      const at = x.place(across.mean)
      const isFlipped = at + 10 + textWidth > frame.right
      const left = isFlipped ? at - 10 - textWidth : at + 10
      let top = y.place(up.mean) - 6
      for (const other of placed.toSorted((a, b) => a.top - b.top))
        if (other.left < left + textWidth && left < other.right && Math.abs(other.top - top) < labelHeight)
          top = other.top + labelHeight
      placed.push({ left, right: left + textWidth, top })
      const anchor = isFlipped ? 'end' : 'start'
      return safeHtml`<text class="label" x="${formatPixel(isFlipped ? at - 10 : at + 10)}" y="${formatPixel(top)}" text-anchor="${anchor}">${text}</text>`
    })
}
