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

/** The highest place of the layer, far enough from both ends for a name. */
function labelPlace(
  edges: readonly number[],
  tops: readonly number[],
  bottoms: readonly number[],
): Layer['label'] {
  const margin = 70
  const [start = 0, end = 0] = [edges[0], edges.at(-1)]
  let best: { x: number; y: number; height: number } | null = null
  for (const [at, top] of tops.entries()) {
    const x = ((edges[at] ?? 0) + (edges[at + 1] ?? 0)) / 2
    const height = (bottoms[at] ?? 0) - top
    if (x < start + margin || x > end - margin || height < Math.max(labelHeight, (best?.height ?? 0) + 0.5))
      continue
    // A name is wider than a slot: what is beside it counts too.
    if (leastAround(edges, tops, bottoms, x) < labelHeight) continue
    best = { x, y: top + height / 2, height }
  }
  return best === null ? null : { x: best.x, y: best.y }
}

/** The least height that a layer shares with its middle over the width of a name. */
function leastAround(
  edges: readonly number[],
  tops: readonly number[],
  bottoms: readonly number[],
  x: number,
): number {
  let [top, bottom] = [-Infinity, Infinity]
  for (const [at, own] of tops.entries()) {
    if ((edges[at + 1] ?? 0) < x - 45 || (edges[at] ?? 0) > x + 45) continue
    top = Math.max(top, own)
    bottom = Math.min(bottom, bottoms[at] ?? 0)
  }
  return bottom - top
}
