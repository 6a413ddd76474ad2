import { plotFrame } from './plot-frame.ts'

/** From one line of words to the next, in pixels. */
export const rowHeight = 14
/** What one character takes, in pixels, a little too wide rather than too narrow. */
const characterWidth = 6.2
/** What the name of the axis takes at the left, in pixels. */
const axisNameWidth = 100

/** Where the words of each level stand: over its line, or under it where those of a higher one are in the way. */
export function levelLabelYs(
  levels: readonly { readonly id: string; readonly y: number }[],
): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  let last = -Infinity
  for (const { id, y } of levels.toSorted((a, b) => a.y - b.y)) {
    last = y - 4 >= last + rowHeight ? y - 4 : Math.max(y + 12, last + rowHeight)
    places.set(id, last)
  }
  return places
}

/** What words take at most, in pixels. */
export function labelWidth(label: string): number {
  return label.length * characterWidth
}

/** Whether words fit over a line of this length, in pixels. */
export function hasRoom(label: string, length: number): boolean {
  return labelWidth(label) + 4 <= length
}

/** Where words begin: beside the name of the axis, or further to the left where they would leave the plot. */
export function labelX(label: string, width: number): number {
  const latest = width - plotFrame.right - labelWidth(label)
  return Math.max(plotFrame.left + 4, Math.min(plotFrame.left + axisNameWidth, latest))
}

/** The levels that are above the plot in as few rows as there is room for. */
export function aboveRows(levels: readonly { readonly label: string }[], width: number): readonly string[] {
  if (levels.length === 0) return []
  const labels = [...new Set(levels.map(({ label }) => label))]
  const all = labels.join(' · ')
  const room = width - plotFrame.left - plotFrame.right - axisNameWidth
  return all.length * characterWidth <= room ? [all] : labels
}
