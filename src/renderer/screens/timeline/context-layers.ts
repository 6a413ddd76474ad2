import { findLargest, findSmallest } from '../../../shared/kernel/find-extreme.ts'
import type { TimelinePoint } from '../../../shared/timeline/types.ts'
import type { Axis } from '../../ui/plots/axes.ts'
import type { TimelineKind } from './timeline-kinds.ts'

/** The tokens of each kind from a place on, until the next row. */
export type LayerRow = Readonly<Partial<Record<TimelineKind, number>>> & { readonly x: number }

/**
 * The steps of the layers: a message holds its level for the whole of its slot, and one that is not drawn belongs to
 * the nearer of its neighbours. The last row is where the last slot ends.
 */
export function buildLayerRows(
  points: readonly TimelinePoint[],
  drawn: readonly number[],
  kinds: readonly TimelineKind[],
): readonly LayerRow[] {
  const buildRow = (x: number, index: number): LayerRow => {
    const byKind = points[index]?.byKind ?? {}
    return { ...Object.fromEntries(kinds.map((kind) => [kind, byKind[kind] ?? 0])), x }
  }
  const last = drawn.at(-1)
  const starts = drawn.map((index, at) =>
    buildRow(at === 0 ? index : ((drawn[at - 1] ?? 0) + 1 + index) / 2, index),
  )
  return last === undefined ? [] : [...starts, buildRow(last + 1, last)]
}

/** A name in the middle of a layer, in pixels. */
export type LayerName = { readonly kind: TimelineKind; readonly x: number; readonly y: number }

/** Half the width of the longest name and a little room, and the height that a name needs, in pixels. */
const [reach, leastHeight] = [75, 20]

/** The names of the layers that are high and wide enough for them somewhere, where there is most room. */
export function placeLayerNames(
  rows: readonly LayerRow[],
  kinds: readonly TimelineKind[],
  across: Pick<Axis, 'place'>,
  up: Pick<Axis, 'place'>,
): readonly LayerName[] {
  const edges = rows.map(({ x }) => across.place(x))
  let below = rows.map(() => 0)
  let bottoms = below.map(up.place)
  return kinds.flatMap((kind) => {
    const above = rows.map((row, at) => (below[at] ?? 0) + (row[kind] ?? 0))
    const tops = above.map(up.place)
    const place = findRoomiestPlace(edges, tops, bottoms)
    ;[below, bottoms] = [above, tops]
    return place === null ? [] : [{ kind, ...place }]
  })
}

/** Where a layer is highest over the width of a name. Null where a name fits nowhere. Of places that are as good, the first. */
function findRoomiestPlace(edges: readonly number[], tops: readonly number[], bottoms: readonly number[]) {
  const [start = 0, end = 0] = [edges[0], edges.at(-1)]
  let best: { x: number; y: number; height: number } | null = null
  for (let at = 0; at < edges.length - 1; at += 1) {
    const x = ((edges[at] ?? 0) + (edges[at + 1] ?? 0)) / 2
    if (x < start + reach || x > end - reach) continue
    // Around a place there is no more room than in it: most need no look at what is around them.
    const leastWanted = (best?.height ?? leastHeight) + 0.5
    if ((bottoms[at] ?? 0) - (tops[at] ?? 0) <= leastWanted) continue
    let [from, to] = [at, at]
    while (from > 0 && (edges[from] ?? 0) > x - reach) from -= 1
    while (to < edges.length - 2 && (edges[to + 1] ?? 0) < x + reach) to += 1
    const top = findLargest(tops.slice(from, to + 1))
    const bottom = findSmallest(bottoms.slice(from, to + 1))
    if (bottom - top > leastWanted) best = { x, y: (top + bottom) / 2, height: bottom - top }
  }
  return best === null ? null : { x: best.x, y: best.y }
}
