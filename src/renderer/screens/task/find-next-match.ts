/**
 * The message index to go to from the selected one: the next match in a direction, around the ends. `shown` are
 * the message indices on the list in their order. Matches that are filtered out are skipped.
 */
export function findNextMatch(
  shown: readonly number[],
  matches: ReadonlySet<number>,
  selected: number | null,
  direction: 1 | -1,
): number | null {
  const hits = shown.filter((index) => matches.has(index))
  if (hits.length === 0) return null
  const from = selected ?? (direction === 1 ? -1 : Number.POSITIVE_INFINITY)
  const ahead = direction === 1 ? hits.find((index) => index > from) : hits.findLast((index) => index < from)
  return ahead ?? hits.at(direction === 1 ? 0 : -1) ?? null
}
