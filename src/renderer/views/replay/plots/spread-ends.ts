/**
 * Moves places apart that are nearer to each other than a gap: in their order, as little as it takes, and as far as
 * there is room.
 */
export function spreadEnds(
  places: readonly number[],
  { top, bottom }: { readonly top: number; readonly bottom: number },
  gap: number,
): readonly number[] {
  const step = Math.min(gap, (bottom - top) / Math.max(1, places.length - 1))
  const order = places.map((place, index) => ({ place, index })).toSorted((a, b) => a.place - b.place)
  const starts = rising(order.map(({ place }, at) => place - at * step))
  const last = bottom - step * (places.length - 1)
  const spread = new Map(
    order.map(({ index }, at) => [index, Math.min(last, Math.max(top, starts[at] ?? top)) + at * step]),
  )
  return places.map((place, index) => spread.get(index) ?? place)
}

/** The nearest values that never fall: what falls shares its mean. */
function rising(values: readonly number[]): readonly number[] {
  const pools: { sum: number; count: number }[] = []
  for (const value of values) {
    let pool = { sum: value, count: 1 }
    for (let before = pools.at(-1); before && before.sum / before.count > pool.sum / pool.count;) {
      pool = { sum: before.sum + pool.sum, count: before.count + pool.count }
      pools.pop()
      before = pools.at(-1)
    }
    pools.push(pool)
  }
  return pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
}
