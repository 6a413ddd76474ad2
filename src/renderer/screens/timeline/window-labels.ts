import type { SlotAxis } from '../../ui/plots/axes.ts'
import { placeLabels, buildTextBox, measureTextWidth, type PlacedLabel } from '../../ui/plots/place-labels.ts'
import type { WindowLine } from './build-window-lines.ts'

/** Room around the plots for their axes, in pixels. All plots share it, so that their messages stand below each other. */
export const plotFrame = { left: 76, right: 24 } as const

/** A line with its place in the plot, in pixels. */
export type PlacedLine = WindowLine & {
  readonly from: number
  readonly to: number
  readonly y: number
  /** Where the line of its kind before it ended, if that is drawn and touches it: there is a step between the two. */
  readonly fromY: number | null
}

/** Lines over their messages, and over the whole width where they hold for all. In the order in which they begin. */
export function placeLines(
  lines: readonly WindowLine[],
  axis: Pick<SlotAxis, 'place'>,
  width: number,
  toY: (tokens: number) => number,
): readonly PlacedLine[] {
  const [left, right] = [plotFrame.left, width - plotFrame.right]
  const clampX = (x: number): number => Math.min(right, Math.max(left, x))
  return lines.map((line) => {
    const { span, kind, tokens } = line
    const before = lines.find((one) => one.kind === kind && span !== null && one.span?.to === span.from)
    return {
      ...line,
      from: span === null ? left : clampX(axis.place(span.from)),
      to: span === null ? right : clampX(axis.place(span.to)),
      y: toY(tokens),
      fromY: before === undefined ? null : toY(before.tokens),
    }
  })
}

/**
 * Lines that go on at the same height over several models, as one where any of them is too short for its own words:
 * one that says whose it is where that is the same for all.
 */
export function joinRuns(lines: readonly PlacedLine[]): readonly PlacedLine[] {
  return splitIntoRuns(lines).flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)]
    const hasRoom = run.every(({ label, from, to }) => measureTextWidth(label) <= to - from - 8)
    if (first === undefined || last === undefined || hasRoom) return run
    const span =
      first.span === null || last.span === null ? null : { from: first.span.from, to: last.span.to }
    const isSame = run.every(({ label }) => label === first.label)
    const [label, ...shorter] = [...(isSame ? [first.label] : []), ...first.shorter]
    return { ...first, span, label: label ?? first.label, shorter, to: last.to }
  })
}

/** Lines of one sort and height that touch each other. Those of several sorts take turns in the list. */
function splitIntoRuns(lines: readonly PlacedLine[]): PlacedLine[][] {
  const runs: PlacedLine[][] = []
  for (const line of lines) {
    const before = runs.find((run) => {
      const last = run.at(-1)
      const isNext = last?.span !== null && last?.span.to === line.span?.from
      return isNext && last?.tokens === line.tokens && last.meaning === line.meaning
    })
    if (before === undefined) runs.push([line])
    else before.push(line)
  }
  return runs
}

/** From one line of words to the next, in pixels. */
export const rowHeight = 14
/** What the name of the axis takes at the left, in pixels. */
const axisNameWidth = 100
/** Where it stands, in pixels. */
export const axisNameY = 14

type LabelledLine = Pick<PlacedLine, 'id' | 'label' | 'shorter' | 'span' | 'from' | 'to' | 'y'>

/**
 * The words of each line: all of them where there is room, else fewer, none where not even a figure fits. They stand
 * over their line, or under it where those of a higher one or other words (`taken`) are in the way.
 */
export function placeLevelLabels(
  lines: readonly LabelledLine[],
  width: number,
  taken: readonly PlacedLabel[] = [],
): readonly PlacedLabel[] {
  const labels = lines
    .toSorted((a, b) => a.y - b.y)
    .map((line) => {
      const { id, label, shorter, span, to, y } = line
      const start = span === null ? plotFrame.left + 4 : findFirstX(line)
      const end = span === null ? width - plotFrame.right : to - 4
      const heights = [y - 4, ...Array.from({ length: 8 }, (_, at) => y + 12 + at * rowHeight)]
      const listPlaces = (length: number) =>
        length > end - start
          ? []
          : heights.map((at) => ({ x: span === null ? labelX(length, width) : start, y: at }))
      return { id, texts: [label, ...shorter], places: listPlaces, room: 3 }
    })
  return placeLabels(
    labels,
    taken.map((label) => buildTextBox(label.text, label)),
  )
}

/** Words at the very top begin behind the name of the axis. */
function findFirstX({ from, y }: LabelledLine): number {
  return y - 4 < axisNameY + rowHeight ? Math.max(from + 4, plotFrame.left + axisNameWidth) : from + 4
}

/** Where words of a length begin: beside the name of the axis, or further to the left where they would leave the plot. */
export function labelX(length: number, width: number): number {
  const latest = width - plotFrame.right - length
  return Math.max(plotFrame.left + 4, Math.min(plotFrame.left + axisNameWidth, latest))
}

/** The levels that are above the plot, in as few rows as there is room for, which end at the right. */
export function placeLabelsAbove(
  levels: readonly { readonly label: string }[],
  width: number,
): readonly PlacedLabel[] {
  if (levels.length === 0) return []
  const labels = [...new Set(levels.map(({ label }) => label))]
  const all = labels.join(' · ')
  const end = width - plotFrame.right - 4
  const room = end - plotFrame.left - axisNameWidth
  const rows = measureTextWidth(`↑ ${all}`) <= room ? [all] : labels
  return rows.map((row, at) => {
    const text = `↑ ${row}`
    return { id: row, text, x: end - measureTextWidth(text), y: axisNameY + rowHeight * at }
  })
}
