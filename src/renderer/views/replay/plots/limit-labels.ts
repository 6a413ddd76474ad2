import { charWidth, overlap, type Box } from '../../../lib/place-labels.ts'
import type { Place } from './cover-groups.ts'

/** A level that lines are held against, at its height in pixels. */
type Limit = { readonly text: string; readonly y: number }
/** Where the words of a limit begin; `y` is their baseline. */
export type LimitLabel = { readonly text: string; readonly x: number; readonly y: number }

/** From the edges of the plot to words, and from a line to the baseline of those above it and below it, in pixels. */
const side = 4
const [above, below] = [-4, 13]
/** From the baseline of words to their top and their bottom. */
const [ascent, descent] = [9, 2]

/** Sets the words of each limit over its line or below it, at its beginning or its end: where the least is in the way. */
export function limitLabels(
  limits: readonly Limit[],
  lines: readonly (readonly Place[])[],
  { left, right, bottom }: Pick<Box, 'left' | 'right' | 'bottom'>,
): readonly LimitLabel[] {
  const taken: Box[] = []
  return limits.map(({ text, y }) => {
    const width = text.length * charWidth
    const places = [left + side, right - side - width].flatMap((x) => [
      { x, y: y + above },
      { x, y: y + below },
    ])
    const [first = { x: left, y }] = places
    const costs = places.map((place) => {
      const box = boxOf(place, width)
      const isBarred = box.bottom > bottom || taken.some((other) => overlap(box, other))
      return isBarred ? Infinity : Math.round(lines.reduce((sum, line) => sum + lengthIn(line, box), 0))
    })
    const place = places[costs.indexOf(Math.min(...costs))] ?? first
    taken.push(boxOf(place, width))
    return { text, ...place }
  })
}

function boxOf({ x, y }: Place, width: number): Box {
  return { left: x, right: x + width, top: y - ascent, bottom: y + descent }
}

/** How much of the width of a box a line goes through, in pixels. */
function lengthIn(line: readonly Place[], box: Box): number {
  return line.reduce((sum, from, index) => {
    const to = line[index + 1]
    if (to === undefined || to.x < box.left || from.x > box.right) return sum
    const [start, end] = [Math.max(from.x, box.left), Math.min(to.x, box.right)]
    const slope = to.x === from.x ? 0 : (to.y - from.y) / (to.x - from.x)
    const [one, other] = [start, end].map((x) => from.y + slope * (x - from.x))
    const [high, low] = [Math.min(one ?? 0, other ?? 0), Math.max(one ?? 0, other ?? 0)]
    return low < box.top || high > box.bottom ? sum : sum + end - start
  }, 0)
}
