/** Moves places apart that are nearer to each other than a gap; in their order, and as far as there is room. */
export function spreadEnds(
  places: readonly number[],
  { top, bottom }: { readonly top: number; readonly bottom: number },
  gap: number,
): readonly number[] {
  const step = Math.min(gap, (bottom - top) / Math.max(1, places.length - 1))
  const order = places.map((place, index) => ({ place, index })).toSorted((a, b) => a.place - b.place)
  const spread: number[] = []
  for (const [at, { place }] of order.entries())
    spread.push(Math.max(place, at === 0 ? top : (spread[at - 1] ?? top) + step))
  for (let at = spread.length - 1; at >= 0; at -= 1) {
    const limit = at === spread.length - 1 ? bottom : (spread[at + 1] ?? bottom) - step
    spread[at] = Math.min(spread[at] ?? limit, limit)
  }
  const placed = new Map(order.map(({ index }, at) => [index, spread[at] ?? top]))
  return places.map((place, index) => placed.get(index) ?? place)
}
