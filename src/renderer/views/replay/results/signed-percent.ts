import { formatPercent } from '../../../../shared/lib/format-figures.ts'

/** A difference in percent with its sign; what rounds to nothing has none. */
export function signedPercent(percent: number): string {
  const text = formatPercent(percent)
  return percent > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/** By how many percent a value differs from another one; null where that is nothing. */
export function differencePercent(value: number, base: number | undefined): number | null {
  return base === undefined || base === 0 ? null : (100 * (value - base)) / base
}
