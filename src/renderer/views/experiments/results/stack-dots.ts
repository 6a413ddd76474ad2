/** Where a dot stands: its place along the axis, and how many stand below it. */
export type StackedDot<T> = { readonly item: T; readonly x: number; readonly level: number }

/** Dots that would cover each other stand on top of each other, in the order of their values. */
export function stackDots<T>(
  items: readonly T[],
  toX: (item: T) => number,
  width: number,
): readonly StackedDot<T>[] {
  const ends: number[] = []
  return items
    .map((item) => ({ item, x: toX(item) }))
    .toSorted((a, b) => a.x - b.x)
    .map(({ item, x }) => {
      const free = ends.findIndex((end) => end <= x)
      const level = free === -1 ? ends.length : free
      ends[level] = x + width
      return { item, x, level }
    })
}
