import type { PointRange } from '../../ui/plots/axes.ts'

/** Fewer messages are not worth a chart of their own. */
const fewest = 3

/** Half or twice as many messages around one of them, which keeps its place. Null for all of them. */
export function zoomRange(
  range: PointRange,
  around: number,
  factor: 0.5 | 2,
  count: number,
): PointRange | null {
  const size = Math.max(fewest, Math.round((range.to - range.from + 1) * factor))
  const share = (around - range.from + 0.5) / (range.to - range.from + 1)
  return clampRange(Math.round(around + 0.5 - share * size), size, count)
}

/** The range between two messages, in whichever order. */
export function buildRangeBetween(one: number, other: number, count: number): PointRange | null {
  const from = Math.min(one, other)
  const size = Math.abs(one - other) + 1
  return clampRange(size < fewest ? from - 1 : from, Math.max(fewest, size), count)
}

/** The same number of messages, moved as little as shows `index`. */
export function moveRangeTo(range: PointRange, index: number): PointRange {
  const by = Math.min(0, index - range.from) + Math.max(0, index - range.to)
  return by === 0 ? range : { from: range.from + by, to: range.to + by }
}

function clampRange(from: number, size: number, count: number): PointRange | null {
  if (size >= count) return null
  const held = Math.min(Math.max(0, from), count - size)
  return { from: held, to: held + size - 1 }
}
