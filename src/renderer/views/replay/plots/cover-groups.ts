/** A place in a plot, in pixels. */
export type Place = { readonly x: number; readonly y: number }

/**
 * Places that would cover each other if each were so many pixels high: those above each other, each nearer than that to
 * the next. Above each other are those of one column, which is so many pixels wide. Groups are in the order of the first
 * of each, and the places of a group in that of all.
 */
export function coverGroups<T extends Place>(
  places: readonly T[],
  height: number,
  width = 0,
): readonly (readonly T[])[] {
  const order = new Map(places.map((place, index) => [place, index]))
  const inOrder = (one: T | undefined, other: T | undefined): number =>
    one === undefined || other === undefined ? 0 : (order.get(one) ?? 0) - (order.get(other) ?? 0)
  return columnsOf(places, width)
    .flatMap((column) => {
      const groups: T[][] = []
      for (const place of column.toSorted((a, b) => a.y - b.y)) {
        const group = groups.at(-1)
        const last = group?.at(-1)
        if (last !== undefined && place.y - last.y < height) group?.push(place)
        else groups.push([place])
      }
      return groups
    })
    .map((group) => group.toSorted(inOrder))
    .toSorted(([a], [b]) => inOrder(a, b))
}

function columnsOf<T extends Place>(places: readonly T[], width: number): readonly (readonly T[])[] {
  const columns: T[][] = []
  for (const place of places.toSorted((a, b) => a.x - b.x)) {
    const column = columns.at(-1)
    const [first] = column ?? []
    if (first !== undefined && place.x - first.x <= width) column?.push(place)
    else columns.push([place])
  }
  return columns
}
