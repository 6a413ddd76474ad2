/** The sum of values, 0 for none; null as soon as one of them is not known. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (total, value) => (total === null || value === null ? null : total + value),
    0,
  )
}
