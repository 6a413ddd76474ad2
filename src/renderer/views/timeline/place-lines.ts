import { plotFrame } from './plot-frame.ts'
import type { SlotAxis } from './slot-axis.ts'
import type { WindowLine } from './window-lines.ts'

/** A line with its place in the plot, in pixels. */
export type PlacedLine = WindowLine & {
  readonly from: number
  readonly to: number
  readonly y: number
  /** Where the line of its kind before it ended, if that is drawn and touches it: there is a step between the two. */
  readonly fromY: number | null
}

/** Lines over their messages, and over the whole width where they hold for all; in the order in which they begin. */
export function placeLines(
  lines: readonly WindowLine[],
  axis: Pick<SlotAxis, 'edge'>,
  width: number,
  toY: (tokens: number) => number,
): readonly PlacedLine[] {
  const [left, right] = [plotFrame.left, width - plotFrame.right]
  const within = (x: number): number => Math.min(right, Math.max(left, x))
  return lines.map((line) => {
    const { span, kind, tokens } = line
    const before = lines.find((one) => one.kind === kind && span !== null && one.span?.to === span.from)
    return {
      ...line,
      from: span === null ? left : within(axis.edge(span.from)),
      to: span === null ? right : within(axis.edge(span.to)),
      y: toY(tokens),
      fromY: before === undefined ? null : toY(before.tokens),
    }
  })
}
