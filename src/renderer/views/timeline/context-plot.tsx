import { memo, useMemo } from 'react'
import type { TimelinePoint } from '../../../shared/domain/timeline.ts'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { linearAxis, mostMarks, niceAxis, thinPoints, type SlotAxis } from '../../plots/axes.ts'
import { PlotChart, type PlotArea } from '../../plots/plot.tsx'
import { Dots, Falls, Levels, StackedSteps, Texts, type PlotText } from '../../plots/steps.tsx'
import { layerNames, layerRows } from './context-layers.ts'
import { recordedFalls, shownPeak, type ShownContext } from './shown-context.ts'
import { shownTokens, timelineLooks } from './timeline-kinds.ts'
import { aboveRows, axisNameY, joinRuns, levelLabels, placeLines, plotFrame } from './window-labels.ts'
import { linesIn, splitLines, type WindowLine } from './window-lines.ts'

type ContextPlotProps = ShownContext & {
  readonly lines: readonly WindowLine[]
  readonly axis: SlotAxis
  readonly width: number
  /** Of the plot with the axis below it, where it has one. */
  readonly height: number
  /** Of the axis of messages below the plot; 0 where it stands elsewhere. */
  readonly foot: number
}

const top = 8
const bottom = 6

/** The context of every message as stacked steps, the recorded input of each request, and the window. */
export const ContextPlot = memo(function ContextPlot(props: ContextPlotProps) {
  const { points, markers, range, kinds, showRecorded, lines, axis, width, height, foot } = props
  const drawing = useMemo(
    () => drawContext({ points, markers, range, kinds, showRecorded, lines, axis, width, height, foot }),
    [points, markers, range, kinds, showRecorded, lines, axis, width, height, foot],
  )
  return (
    <PlotChart
      area={drawing.area}
      data={drawing.rows}
      formatY={formatInteger}
      {...(foot > 0 && { xLabel: 'Message number', formatX: formatMessage })}
    >
      <StackedSteps layers={drawing.layers} />
      <Levels levels={drawing.levels} />
      <Dots rows={drawing.recorded} isDense={drawing.isDense} />
      <Falls falls={drawing.falls} />
      <Texts texts={drawing.texts} />
    </PlotChart>
  )
})

/** The number of a message whose slot has this middle. */
export function formatMessage(middle: number): string {
  return formatInteger(Math.floor(middle))
}

/** The area over the slots of messages. */
export function areaOver(
  axis: SlotAxis,
  rest: Omit<PlotArea, 'across' | 'left' | 'right' | 'inset'>,
): PlotArea {
  const across = { ...axis, ticks: axis.ticks.map((tick) => tick + 0.5) }
  return { ...rest, across, left: plotFrame.left, right: rest.width - plotFrame.right, inset: 0 }
}

/** Everything that the cursor does not change. */
function drawContext(input: ContextPlotProps) {
  const { points, markers, range, kinds, showRecorded, lines, axis, width, height, foot } = input
  const peak = shownPeak(input)
  const { drawn: near, above: far } = splitLines(linesIn(lines, range), peak)
  // A little more than the highest; the axis of round figures alone would leave up to half of it empty.
  const end = 1.04 * Math.max(peak, ...near.map(({ tokens }) => tokens))
  const ticks = niceAxis([0, end], 0, 1).ticks.filter((tick) => tick <= end)
  const base = height - (foot > 0 ? foot : bottom)
  const up = linearAxis([0, end], base, top, ticks)
  const totals = points.map((point) => shownTokens(point, kinds))
  const rows = layerRows(points, thinPoints(totals, range, mostMarks), kinds)
  const placed = placeLines(near, axis, width, up.place)
  const above = aboveRows(far, width)
  const recorded = showRecorded ? recordedDots(points.slice(range.from, range.to + 1)) : []
  const falls = showRecorded ? recordedFalls(markers, range) : []
  const perPixel = axis.invert(1) - axis.invert(0)
  return {
    area: areaOver(axis, { top, bottom: base, width, height, up }),
    rows,
    layers: kinds.map((kind) => ({ id: kind, color: timelineLooks[kind].color })),
    levels: placed.map(({ id, kind, span, tokens, fromY }) => ({
      id,
      from: Math.max(range.from, span?.from ?? 0),
      to: Math.min(range.to + 1, span?.to ?? Infinity),
      value: tokens,
      fromY,
      isDashed: kind === 'trigger',
    })),
    texts: [
      ...layerNames(rows, kinds, axis, up).map(({ kind, x, y }): PlotText => {
        return { id: kind, text: timelineLooks[kind].label, x, y: y + 4, anchor: 'middle' }
      }),
      ...levelLabels(joinRuns(placed), width, above),
      { id: 'axis', text: 'Context, tok', x: plotFrame.left + 6, y: axisNameY, isFaint: true },
      ...above,
    ],
    recorded,
    isDense: axis.place(range.to + 1) - axis.place(range.from) < 6 * recorded.length,
    falls: falls.map(({ messageIndex, tokensBefore, tokensAfter }, at) => {
      // Where earlier messages were deleted, several stand at the same one.
      const others = falls.slice(0, at).filter((other) => other.messageIndex === messageIndex).length
      return { x: messageIndex + 10 * others * perPixel, from: tokensBefore, to: tokensAfter }
    }),
  }
}

/** One dot for each recorded request, before the message that answered it. */
function recordedDots(
  shown: readonly TimelinePoint[],
): readonly { readonly x: number; readonly y: number }[] {
  const dots = shown.flatMap(({ messageIndex: x, recordedTokens: y }) => (y === null ? [] : [{ x, y }]))
  const values = dots.map(({ y }) => y)
  return thinPoints(values, { from: 0, to: dots.length - 1 }, mostMarks).flatMap((at) => dots[at] ?? [])
}
