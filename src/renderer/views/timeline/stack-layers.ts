import type { TimelinePoint } from '../../../shared/domain/timeline.ts'
import type { SlotAxis } from './slot-axis.ts'
import type { TimelineKind } from './timeline-kinds.ts'

/** A layer of the chart: its outline, and where its name fits. */
export type Layer = {
  readonly kind: TimelineKind
  readonly path: string
  /** Null where the layer is nowhere high and wide enough. */
  readonly label: { readonly x: number; readonly y: number } | null
}

type StackInput = {
  readonly points: readonly TimelinePoint[]
  /** Indices of those that are drawn, ascending. */
  readonly drawn: readonly number[]
  readonly kinds: readonly TimelineKind[]
  readonly axis: SlotAxis
  readonly toY: (tokens: number) => number
}

/** Height that a name needs, in pixels. */
const labelHeight = 20

/** Stacks the kinds in steps: a message holds its level for the whole of its slot. */
export function stackLayers({ points, drawn, kinds, axis, toY }: StackInput): Layer[] {
  const edges = edgesOf(drawn, axis)
  let below = drawn.map(() => 0)
  return kinds.map((kind) => {
    const bottom = below
    const top = drawn.map((index, at) => (bottom[at] ?? 0) + (points[index]?.byKind[kind] ?? 0))
    below = top
    const [tops, bottoms] = [top.map(toY), bottom.map(toY)]
    return { kind, path: outline(edges, tops, bottoms), label: labelPlace(edges, tops, bottoms) }
  })
}

/** Where one drawn message gives way to the next, ends included. */
function edgesOf(drawn: readonly number[], axis: SlotAxis): number[] {
  const first = drawn[0] ?? 0
  const between = drawn.slice(1).map((index, at) => axis.edge(((drawn[at] ?? 0) + 1 + index) / 2))
  return [axis.edge(first), ...between, axis.edge((drawn.at(-1) ?? first) + 1)]
}

function outline(edges: readonly number[], tops: readonly number[], bottoms: readonly number[]): string {
  const there = tops.map((y, at) => `L${place(edges[at])} ${place(y)}H${place(edges[at + 1])}`)
  const back = bottoms.map((y, at) => `L${place(edges[at + 1])} ${place(y)}H${place(edges[at])}`)
  return `M${place(edges[0])} ${place(bottoms[0])}${there.join('')}${back.toReversed().join('')}Z`
}

const place = (value = 0): string => value.toFixed(1)

/** Half the width of the longest name and a little room, in pixels. */
const labelReach = 75

/** Where a layer is highest over the width of a name; null where a name fits nowhere. */
function labelPlace(
  edges: readonly number[],
  tops: readonly number[],
  bottoms: readonly number[],
): Layer['label'] {
  const [start = 0, end = 0] = [edges[0], edges.at(-1)]
  let best = { x: 0, y: 0, height: labelHeight }
  for (const at of tops.keys()) {
    const x = ((edges[at] ?? 0) + (edges[at + 1] ?? 0)) / 2
    if (x < start + labelReach || x > end - labelReach) continue
    const { top, bottom } = sharedHeight(edges, tops, bottoms, at, x)
    // Of places that are as good, the first.
    if (bottom - top > best.height + 0.5) best = { x, y: (top + bottom) / 2, height: bottom - top }
  }
  return best.x === 0 ? null : { x: best.x, y: best.y }
}

/** What a layer has in common over the width of a name around `x`, which lies in the slot `at`. */
function sharedHeight(
  edges: readonly number[],
  tops: readonly number[],
  bottoms: readonly number[],
  at: number,
  x: number,
): { readonly top: number; readonly bottom: number } {
  let [from, to] = [at, at]
  while (from > 0 && (edges[from] ?? 0) > x - labelReach) from -= 1
  while (to < tops.length - 1 && (edges[to + 1] ?? 0) < x + labelReach) to += 1
  let [top, bottom] = [-Infinity, Infinity]
  for (let own = from; own <= to; own += 1) {
    top = Math.max(top, tops[own] ?? 0)
    bottom = Math.min(bottom, bottoms[own] ?? 0)
  }
  return { top, bottom }
}
