import { charWidth } from '../../lib/place-labels.ts'
import type { PlacedLine } from './place-lines.ts'
import { plotFrame } from './plot-frame.ts'

/** From one line of words to the next, in pixels. */
export const rowHeight = 14
/** What the name of the axis takes at the left, in pixels. */
const axisNameWidth = 100
/** Where it stands, in pixels. */
export const axisNameY = 14

/** Words at their line, in pixels. */
export type LevelLabel = {
  readonly id: string
  readonly text: string
  readonly x: number
  readonly y: number
}

type LabelledLine = Pick<PlacedLine, 'id' | 'label' | 'shorter' | 'span' | 'from' | 'to' | 'y'>

/**
 * The words of each line: all of them where there is room, else fewer, none where not even a figure fits. They stand
 * over their line, or under it where those of a higher one or other words (`taken`) are in the way.
 */
export function levelLabels(
  lines: readonly LabelledLine[],
  width: number,
  taken: readonly LevelLabel[] = [],
): readonly LevelLabel[] {
  const placed: LevelLabel[] = []
  for (const line of lines.toSorted((a, b) => a.y - b.y)) {
    const start = line.span === null ? plotFrame.left + 4 : firstX(line)
    const end = line.span === null ? width - plotFrame.right : line.to - 4
    const texts = [line.label, ...line.shorter]
    const text = texts.find((one) => labelWidth(one) <= end - start)
    if (text === undefined) continue
    const x = line.span === null ? labelX(text, width) : start
    const isBeside = (other: LevelLabel): boolean =>
      other.x < x + labelWidth(text) && x < other.x + labelWidth(other.text)
    const last = [...taken, ...placed]
      .filter(isBeside)
      .reduce((lowest, { y }) => Math.max(lowest, y), -Infinity)
    const y = line.y - 4 >= last + rowHeight ? line.y - 4 : Math.max(line.y + 12, last + rowHeight)
    placed.push({ id: line.id, text, x, y })
  }
  return placed
}

/** Words at the very top begin behind the name of the axis. */
function firstX({ from, y }: LabelledLine): number {
  return y - 4 < axisNameY + rowHeight ? Math.max(from + 4, plotFrame.left + axisNameWidth) : from + 4
}

/** What words take at most, in pixels. */
export function labelWidth(label: string): number {
  return label.length * charWidth
}

/** Where words begin: beside the name of the axis, or further to the left where they would leave the plot. */
export function labelX(label: string, width: number): number {
  const latest = width - plotFrame.right - labelWidth(label)
  return Math.max(plotFrame.left + 4, Math.min(plotFrame.left + axisNameWidth, latest))
}

/** The levels that are above the plot, in as few rows as there is room for, which end at the right. */
export function aboveRows(
  levels: readonly { readonly label: string }[],
  width: number,
): readonly LevelLabel[] {
  if (levels.length === 0) return []
  const labels = [...new Set(levels.map(({ label }) => label))]
  const all = labels.join(' · ')
  const end = width - plotFrame.right - 4
  const room = end - plotFrame.left - axisNameWidth
  const rows = labelWidth(`↑ ${all}`) <= room ? [all] : labels
  return rows.map((row, at) => {
    const text = `↑ ${row}`
    return { id: row, text, x: end - labelWidth(text), y: axisNameY + rowHeight * at }
  })
}
