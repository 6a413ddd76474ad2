import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import {
  createLinearAxis,
  countDrawableMarks,
  createNiceAxis,
  thinPoints,
  type SlotAxis,
} from '../../ui/plots/axes.ts'
import type { PlotArea } from '../../ui/plots/plot.tsx'
import type { PlotText } from '../../ui/plots/steps.tsx'
import { selectLines, splitLines, type WindowLine } from './build-window-lines.ts'
import { placeLayerNames, buildLayerRows } from './context-layers.ts'
import { selectFalls, buildRecordedDots, measureShownPeak, type ShownContext } from './shown-context.ts'
import { sumShownTokens, timelineLooks } from './timeline-kinds.ts'
import {
  placeLabelsAbove,
  axisNameY,
  joinRuns,
  placeLevelLabels,
  placeLines,
  plotFrame,
} from './window-labels.ts'

/** What is drawn of a timeline, and how large. */
export type DrawnContext = ShownContext & {
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

/** The area over the slots of messages. */
export function buildSlotArea(
  axis: SlotAxis,
  rest: Omit<PlotArea, 'across' | 'left' | 'right' | 'inset'>,
): PlotArea {
  const across = { ...axis, ticks: axis.ticks.map((tick) => tick + 0.5) }
  return { ...rest, across, left: plotFrame.left, right: rest.width - plotFrame.right, inset: 0 }
}

/** Everything that the cursor does not change. */
export function drawContext(input: DrawnContext) {
  const { points, range, kinds, showRecorded, lines, axis, width, height, foot } = input
  const peak = measureShownPeak(input)
  const { drawn: near, above: far } = splitLines(selectLines(lines, range), peak)
  // A little more than the highest. The axis of round figures alone would leave up to half of it empty.
  const end =
    1.04 *
    findLargest(
      near.map(({ tokens }) => tokens),
      peak,
    )
  const ticks = createNiceAxis([0, end], 0, 1).ticks.filter((tick) => tick <= end)
  const base = height - (foot > 0 ? foot : bottom)
  const up = createLinearAxis([0, end], base, top, ticks)
  const totals = points.map((point) => sumShownTokens(point, kinds))
  const most = countDrawableMarks(axis.place(range.to + 1) - axis.place(range.from))
  const rows = buildLayerRows(points, thinPoints(totals, range, most), kinds)
  const placed = placeLines(near, axis, width, up.place)
  const above = placeLabelsAbove(far, width)
  const recorded = showRecorded ? buildRecordedDots(points.slice(range.from, range.to + 1)) : []
  const falls = showRecorded ? selectFalls(input.falls, range) : []
  const perPixel = axis.invert(1) - axis.invert(0)
  return {
    area: buildSlotArea(axis, { top, bottom: base, width, height, up }),
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
      ...placeLayerNames(rows, kinds, axis, up).map(({ kind, x, y }): PlotText => {
        return { id: kind, text: timelineLooks[kind].label, x, y: y + 4, anchor: 'middle' }
      }),
      ...placeLevelLabels(joinRuns(placed), width, above),
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
