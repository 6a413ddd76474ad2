/** Part of the messages of a task; both ends inclusive. */
export type PointRange = { readonly from: number; readonly to: number }

/**
 * Indices in a range that are worth drawing: all of them up to `most`, else the ends, and of each of equal stretches the
 * lowest and the highest, so that no peak and no fall is lost.
 */
export function thinPoints(
  values: readonly number[],
  { from, to }: PointRange,
  most: number,
): readonly number[] {
  const count = to - from + 1
  if (count <= most) return Array.from({ length: Math.max(0, count) }, (_, at) => from + at)
  const stretches = Math.max(1, Math.floor((most - 2) / 2))
  const kept = new Set([from])
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const start = from + Math.floor((stretch * count) / stretches)
    const end = from + Math.floor(((stretch + 1) * count) / stretches)
    let [low, high] = [start, start]
    for (let index = start; index < end; index += 1) {
      if ((values[index] ?? 0) < (values[low] ?? 0)) low = index
      if ((values[index] ?? 0) > (values[high] ?? 0)) high = index
    }
    kept.add(Math.min(low, high)).add(Math.max(low, high))
  }
  return [...kept.add(to)]
}
