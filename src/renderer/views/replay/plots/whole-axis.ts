import type { Axis } from '../../../lib/nice-axis.ts'
import { wholeTicks } from '../../../lib/whole-ticks.ts'

/** Nearer to the ends than this share of a step, a round number would crowd theirs. */
const leastShare = 0.5

/**
 * An axis of whole numbers, ascending, from the first to the last of them and no further. It is lettered at both, and at
 * round ones among the others. A single value stands in the middle.
 */
export function wholeAxis(values: readonly number[], start: number, end: number, most: number): Axis {
  const [first = 0, last = 0] = [values[0], values.at(-1)]
  const span = last - first
  const place = (value: number): number =>
    span === 0
      ? (start + end) / 2 + (value - first) * (end - start)
      : start + ((value - first) / span) * (end - start)
  const round = wholeTicks(first, last, most)
  const [one = 0, other = one] = round
  const known = new Set(values)
  const between = round.filter(
    (tick) => known.has(tick) && Math.min(tick - first, last - tick) >= leastShare * (other - one),
  )
  return { place, ticks: [...new Set([first, ...between, last])] }
}
