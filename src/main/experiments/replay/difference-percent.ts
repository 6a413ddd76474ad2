/** By how many percent of the second the first is more. */
export function differencePercent(own: number, other: number): number {
  return other === 0 ? 0 : (100 * (own - other)) / other
}
