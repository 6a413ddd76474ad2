/**
 * By how many percent of a base a value is more. Nothing differs from nothing by 0; null where something is held against
 * nothing, or one of them is not known.
 */
export function differencePercent(value: number | null, base: number | null): number | null {
  if (value === null || base === null) return null
  if (base === 0) return value === 0 ? 0 : null
  return (100 * (value - base)) / base
}
