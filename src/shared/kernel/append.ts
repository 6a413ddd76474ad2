/** Adds items to the end of a list. `push(...items)` puts them on the stack, which ends at some 120,000. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}
