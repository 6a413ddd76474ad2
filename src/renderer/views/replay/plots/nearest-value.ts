/** The one of some values whose place is nearest to another place; the first of equals, and 0 without any. */
export function nearestValue(
  values: readonly number[],
  place: number,
  placeOf: (value: number) => number = (value) => value,
): number {
  const away = (value: number): number => Math.abs(placeOf(value) - place)
  return values.reduce((best, value) => (away(value) < away(best) ? value : best), values[0] ?? 0)
}
