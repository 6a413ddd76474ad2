import { memo, useMemo } from 'react'
import type { TimelineMarker, TimelinePoint } from '../../../shared/domain/timeline.ts'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { LevelLines } from '../../components/chart/axis-lines.tsx'
import { niceAxis } from '../../lib/nice-axis.ts'
import { joinRuns } from './join-runs.ts'
import { aboveRows, axisNameY, levelLabels } from './level-labels.ts'
import { placeLines } from './place-lines.ts'
import { plotFrame } from './plot-frame.ts'
import { recordedFalls, type RecordedFall } from './recorded-falls.ts'
import { shownPeak } from './shown-peak.ts'
import type { SlotAxis } from './slot-axis.ts'
import { stackLayers } from './stack-layers.ts'
import { thinPoints, type PointRange } from './thin-points.ts'
import { shownTokens, timelineLooks, type TimelineKind } from './timeline-kinds.ts'
import styles from './timeline-plot.module.css'
import { linesIn, splitLines, type WindowLine } from './window-lines.ts'

type ContextPlotProps = {
  readonly points: readonly TimelinePoint[]
  readonly markers: readonly TimelineMarker[]
  readonly range: PointRange
  /** Kinds that are shown, from the bottom up. */
  readonly kinds: readonly TimelineKind[]
  readonly showRecorded: boolean
  readonly lines: readonly WindowLine[]
  readonly axis: SlotAxis
  readonly width: number
  readonly height: number
}

const top = 8
const bottom = 6
/** More steps than this are not seen on any screen. */
const mostDrawn = 1500

/** The context of every message as stacked steps, the recorded input of each request, and the window. */
export const ContextPlot = memo(function ContextPlot(props: ContextPlotProps) {
  const { points, markers, range, kinds, showRecorded, lines, axis, width, height } = props
  const { layers, levels, near, labels, above, dots, isDense, falls } = useMemo(
    () => drawContext({ points, markers, range, kinds, showRecorded, lines, axis, width, height }),
    [points, markers, range, kinds, showRecorded, lines, axis, width, height],
  )
  const right = width - plotFrame.right
  return (
    <>
      <LevelLines axis={levels} left={plotFrame.left} right={right} format={formatInteger} />
      {layers.map(({ kind, path }) => (
        <path key={kind} d={path} className={styles.layer} style={{ fill: timelineLooks[kind].color }} />
      ))}
      {layers.map(
        ({ kind, label }) =>
          label !== null && (
            <text key={kind} className={styles.layerName} x={label.x} y={label.y + 4} textAnchor="middle">
              {timelineLooks[kind].label}
            </text>
          ),
      )}
      {near.map(({ id, kind, from, to, fromY, y }) => (
        <g key={id} className={styles.level} data-level={kind}>
          <path d={`M${from} ${fromY ?? y}V${y}H${to}`} className={styles.levelGround} />
          <path d={`M${from} ${fromY ?? y}V${y}H${to}`} />
        </g>
      ))}
      <path d={dots} className={styles.dotGround} data-dense={isDense} />
      <path d={dots} className={styles.dot} data-dense={isDense} />
      <path d={falls} className={styles.fallGround} />
      <path d={falls} className={styles.fall} />
      {labels.map(({ id, text, x, y }) => (
        <text key={id} className={styles.levelName} x={x} y={y}>
          {text}
        </text>
      ))}
      <text className={styles.axisName} x={plotFrame.left + 6} y={axisNameY}>
        Context, tok
      </text>
      {above.map(({ id, text, y }) => (
        <text key={id} className={styles.above} x={right - 4} y={y} textAnchor="end">
          {text}
        </text>
      ))}
    </>
  )
})

/** Everything that the cursor does not change. */
function drawContext(input: ContextPlotProps) {
  const { points, markers, range, kinds, showRecorded, lines, axis, width, height } = input
  const totals = points.map((point) => shownTokens(point, kinds))
  const recorded = points
    .slice(range.from, range.to + 1)
    .filter(({ recordedTokens }) => showRecorded && recordedTokens !== null)
  const fallen = showRecorded ? recordedFalls(markers, range) : []
  const peak = shownPeak(input)
  const { drawn: near, above: far } = splitLines(linesIn(lines, range), peak)
  // A little more than the highest; the axis of round figures alone would leave up to half of it empty.
  const end = 1.04 * Math.max(peak, ...near.map(({ tokens }) => tokens))
  const toY = (tokens: number): number => height - bottom - (tokens / end) * (height - bottom - top)
  const ticks = niceAxis([0, end], 0, 1).ticks.filter((tick) => tick <= end)
  const drawn = thinPoints(totals, range, mostDrawn)
  const placed = placeLines(near, axis, width, toY)
  const above = aboveRows(far, width)
  return {
    layers: stackLayers({ points, drawn, kinds, axis, toY }),
    levels: { ticks, place: toY },
    near: placed,
    labels: levelLabels(joinRuns(placed), width, above),
    above,
    dots: dotsOf(recorded, axis, toY),
    falls: fallsOf(fallen, axis, toY),
    isDense: axis.edge(range.to + 1) - axis.edge(range.from) < 6 * recorded.length,
  }
}

/** An arrow for each fall, from what was recorded before it to what was recorded after it. */
function fallsOf(falls: readonly RecordedFall[], axis: SlotAxis, toY: (tokens: number) => number): string {
  return falls
    .map(({ messageIndex, tokensBefore, tokensAfter }, at) => {
      // Where earlier messages were deleted, several stand at the same one.
      const others = falls.slice(0, at).filter((other) => other.messageIndex === messageIndex).length
      const x = axis.edge(messageIndex) + 10 * others
      return `M${x.toFixed(1)} ${toY(tokensBefore).toFixed(1)}V${toY(tokensAfter).toFixed(1)}m-4 -6l4 6l4 -6`
    })
    .join('')
}

/** One dot for each recorded request, before the message that answered it; all in one path, however many there are. */
function dotsOf(recorded: readonly TimelinePoint[], axis: SlotAxis, toY: (tokens: number) => number): string {
  const values = recorded.map(({ recordedTokens }) => recordedTokens ?? 0)
  const kept = thinPoints(values, { from: 0, to: recorded.length - 1 }, mostDrawn)
  return kept
    .map((at) => {
      const [x, y] = [axis.edge(recorded[at]?.messageIndex ?? 0), toY(values[at] ?? 0)]
      return `M${x.toFixed(1)} ${y.toFixed(1)}h0`
    })
    .join('')
}
