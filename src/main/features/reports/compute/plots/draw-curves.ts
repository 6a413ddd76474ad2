import type { Markup } from '../../../../../shared/document/chart-block.ts'
import { findLargest } from '../../../../../shared/kernel/find-extreme.ts'
import { joinMarkup, safeHtml, trustMarkup } from '../html/markup.ts'
import { formatPixel } from './axis.ts'

/** A line over some sizes, from 0 to 100 at each. */
export type Curve = {
  readonly name: string
  readonly kind: 'method' | 'control'
  readonly values: readonly number[]
  /** Below the line, with its interval. */
  readonly area: { readonly mean: number; readonly low: number; readonly high: number }
  /** The same line for each of some kinds. */
  readonly panels: readonly (readonly number[])[]
}

type Drawn = Curve & {
  /** How it is painted: one of the hues, a control, or in the ground. */
  readonly look: string
}

type Words = {
  readonly title: string
  /** What the sizes are called, from the smallest. */
  readonly sizes: readonly string[]
  readonly kinds: readonly string[]
}

type Frame = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

const width = 1000
const rowHeight = 16
const hues = 5

/**
 * A picture that stands for itself, with its own styles for light and dark: the curves, the area below each with its
 * interval, and a small picture of each kind. The largest areas have hues, and controls are dashed.
 */
export function drawCurves(curves: readonly Curve[], words: Words): Markup {
  const drawn = paint(curves)
  const top = 56
  const bottom = top + Math.max(20, drawn.length) * rowHeight
  const kindsTop = bottom + 84
  const rows = Math.ceil(words.kinds.length / panelsPerRow)
  const height = kindsTop + rows * panelStep.y
  const main = { left: 44, right: 430, top, bottom }
  return safeHtml`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif">
<title>${words.title}</title>
${style}
<rect class="ground" width="${width}" height="${height}" />
<text class="head" x="${main.left}" y="28">Kept at equal size, %</text>
<text class="head" x="${area.label}" y="28" text-anchor="end">Area</text>
<text class="note" x="${area.left}" y="28">with its 95 % interval</text>
${drawGrid(main, words.sizes)}
<text class="note" x="${(main.left + main.right) / 2}" y="${bottom + 36}" text-anchor="middle">size, as a share of the history</text>
${joinMarkup(sortForPainting(drawn).map((curve) => drawLine(curve, curve.values, main)))}
${joinMarkup(labelEnds(drawn, main))}
${drawAreas(drawn, top, bottom)}
<text class="head" x="${main.left}" y="${kindsTop - 22}">By kind</text>
${joinMarkup(words.kinds.map((kind, at) => drawPanel(drawn, { kind, at, top: kindsTop, sizes: words.sizes })))}
</svg>`
}

/** Points by which lines may differ and still share a hue. */
const alikePoints = 6

/** The largest areas first; lines that lie near one another share a hue. */
function paint(curves: readonly Curve[]): readonly Drawn[] {
  const firsts: Curve[] = []
  return curves
    .toSorted((a, b) => b.area.mean - a.area.mean)
    .map((curve) => {
      if (curve.kind === 'control') return { ...curve, look: 'control' }
      const isLike = ({ values }: Curve): boolean =>
        values.every((value, at) => Math.abs(value - (curve.values[at] ?? 0)) <= alikePoints)
      const found = firsts.findIndex(isLike)
      const place = found < 0 ? firsts.push(curve) - 1 : found
      return { ...curve, look: place < hues ? `hue-${place}` : 'other' }
    })
}

/** What counts lies on top. */
function sortForPainting(drawn: readonly Drawn[]): readonly Drawn[] {
  const order = (look: string): number => (look === 'other' ? 0 : look === 'control' ? 1 : 2)
  return drawn.toSorted((a, b) => order(a.look) - order(b.look))
}

function placeY({ top, bottom }: Frame, value: number): number {
  return bottom - (value / 100) * (bottom - top)
}

function placeX({ left, right }: Frame, at: number, count: number): number {
  return left + (count < 2 ? 0 : (at / (count - 1)) * (right - left))
}

function drawGrid(frame: Frame, sizes: readonly string[], ticks = [0, 25, 50, 75, 100]): Markup {
  const { left, right, top, bottom } = frame
  return joinMarkup([
    ...ticks.map((tick) => {
      const y = formatPixel(placeY(frame, tick))
      return safeHtml`<path class="grid" d="M${left} ${y}H${right}" /><text class="tick" x="${left - 8}" y="${formatPixel(placeY(frame, tick) + 4)}" text-anchor="end">${tick}</text>`
    }),
    ...sizes.map((size, at) => {
      const x = formatPixel(placeX(frame, at, sizes.length))
      return safeHtml`<path class="grid" d="M${x} ${top}V${bottom}" /><text class="tick" x="${x}" y="${bottom + 17}" text-anchor="middle">${size}</text>`
    }),
  ])
}

function drawLine({ name, look }: Drawn, values: readonly number[], frame: Frame): Markup {
  const points = values.map(
    (value, at) => `${formatPixel(placeX(frame, at, values.length))} ${formatPixel(placeY(frame, value))}`,
  )
  return safeHtml`<path class="line ${look}" d="M${points.join('L')}"><title>${name}</title></path>`
}

/** The name of each control and of the first line of each hue at its right end, moved up where two would cover one another. */
function labelEnds(drawn: readonly Drawn[], frame: Frame): readonly Markup[] {
  const named = drawn.filter(
    ({ look }, at) =>
      look === 'control' || (look !== 'other' && drawn.findIndex((other) => other.look === look) === at),
  )
  let last = Infinity
  return named
    .toSorted((a, b) => (a.values.at(-1) ?? 0) - (b.values.at(-1) ?? 0))
    .map(({ name, look, values }) => {
      last = Math.min(last - 14, placeY(frame, values.at(-1) ?? 0) + 4)
      const more = look === 'control' ? 0 : drawn.filter((other) => other.look === look).length - 1
      const text = more === 0 ? name : `${name} and ${more} like it`
      return safeHtml`<text class="label ${look}" x="${frame.right + 8}" y="${formatPixel(last)}">${text}</text>`
    })
}

const area = { label: 752, left: 764, right: 950 }

/** A row for each curve: its name, the area with its interval, and the figure; a line where the best control ends. */
function drawAreas(drawn: readonly Drawn[], top: number, bottom: number): Markup {
  const x = (value: number): string => formatPixel(area.left + (value / 100) * (area.right - area.left))
  const best = findLargest(
    drawn.flatMap((curve) => (curve.kind === 'control' ? curve.area.mean : [])),
    0,
  )
  return joinMarkup([
    ...[0, 25, 50, 75, 100].map(
      (tick) =>
        safeHtml`<path class="grid" d="M${x(tick)} ${top}V${bottom}" /><text class="tick" x="${x(tick)}" y="${bottom + 17}" text-anchor="middle">${tick}</text>`,
    ),
    safeHtml`<path class="line control" d="M${x(best)} ${top}V${bottom}"><title>the best control</title></path>`,
    ...drawn.map(({ name, look, area: { mean, low, high } }, at) => {
      const y = top + (at + 0.5) * rowHeight
      const label = look === 'other' ? 'label' : `label ${look}`
      return safeHtml`<text class="${label}" x="${area.label}" y="${formatPixel(y + 4)}" text-anchor="end">${name}</text><path class="bar ${look}" d="M${x(low)} ${formatPixel(y)}H${x(high)}" /><circle class="dot ${look}" cx="${x(mean)}" cy="${formatPixel(y)}" r="3.5" /><text class="tick" x="${width - 14}" y="${formatPixel(y + 4)}" text-anchor="end">${Math.round(mean)}</text>`
    }),
  ])
}

const panelsPerRow = 4
const panelStep = { x: 242, y: 168 }

type Panel = {
  readonly kind: string
  readonly at: number
  readonly top: number
  readonly sizes: readonly string[]
}

function drawPanel(drawn: readonly Drawn[], { kind, at, top: start, sizes }: Panel): Markup {
  const left = 44 + (at % panelsPerRow) * panelStep.x
  const top = start + Math.floor(at / panelsPerRow) * panelStep.y
  const frame = { left, right: left + 190, top: top + 8, bottom: top + 118 }
  return joinMarkup([
    safeHtml`<text class="label" x="${left}" y="${top}">${kind}</text>`,
    drawGrid(frame, sizes, [0, 50, 100]),
    ...sortForPainting(drawn).map((curve) => drawLine(curve, curve.panels[at] ?? [], frame)),
  ])
}

/** Hues that colour-blind eyes tell apart (Okabe and Ito), darker on white. */
const style = trustMarkup(`<style>
.ground{fill:#fff}text{fill:#1f2328;font-size:12px}.head{font-size:14px;font-weight:600}.note,.tick{fill:#59636e;font-size:11px}
.grid{stroke:#d1d9e0;stroke-width:.6;fill:none}.line,.bar{fill:none;stroke:#8c959f;stroke-width:1;stroke-linejoin:round}.line.other{opacity:.55}
.dot{fill:#8c959f}.bar{stroke-width:1.6}
.hue-0{--hue:#0072b2}.hue-1{--hue:#b5520a}.hue-2{--hue:#00795a}.hue-3{--hue:#a8457f}.hue-4{--hue:#8a6d00}
[class*=hue-]{stroke:var(--hue)}.line[class*=hue-]{stroke-width:2.2}circle[class*=hue-]{fill:var(--hue)}text[class*=hue-]{fill:var(--hue);stroke:none}
.control{stroke:#1f2328;stroke-dasharray:4 3}.line.control{stroke-width:1.4}.bar.control{stroke-dasharray:none}circle.control{fill:#1f2328;stroke:none}text.control{stroke:none;font-style:italic}
@media(prefers-color-scheme:dark){.ground{fill:#0d1117}text{fill:#e6edf3}.note,.tick{fill:#9198a1}.grid{stroke:#30363d}
.hue-0{--hue:#56b4e9}.hue-1{--hue:#f0883e}.hue-2{--hue:#3fc79a}.hue-3{--hue:#e08fc4}.hue-4{--hue:#d8b93a}
.control{stroke:#e6edf3}circle.control{fill:#e6edf3}}
</style>`)
