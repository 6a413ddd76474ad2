/** 0 for no values. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** 0 for no values. */
export function computeMean(values: readonly number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length
}

/** The sum of values, 0 for none; null as soon as one of them is not known. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (total, value) => (total === null || value === null ? null : total + value),
    0,
  )
}

/** Whole numbers for shares of a whole number, none lost: each is what has come together so far, less what is given. */
export function shareOut(shares: readonly number[], total: number): number[] {
  const sum = shares.reduce((all, share) => all + share, 0)
  let passed = 0
  let given = 0
  return shares.map((share) => {
    passed += share
    const own = (sum === 0 ? 0 : Math.round((total * passed) / sum)) - given
    given += own
    return own
  })
}

/** Index of the first of ascending numbers that is not below a bound; their number where all are. */
export function lowerBound(ascending: ArrayLike<number>, bound: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? bound) < bound) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The value below which a share (0 to 1) of sorted values lies, interpolated between neighbours (type 7 of Hyndman and
 * Fan, Sample Quantiles in Statistical Packages, 1996; the default of R and NumPy). NaN without values.
 */
export function computeQuantile(sorted: ArrayLike<number>, share: number): number {
  const position = (sorted.length - 1) * Math.min(1, Math.max(0, share))
  const below = Math.floor(position)
  const low = sorted[below] ?? Number.NaN
  const high = sorted[below + 1] ?? low
  return low + (high - low) * (position - below)
}

/**
 * By how many percent of a base a value is more. Nothing differs from nothing by 0; null where something is held against
 * nothing, or one of them is not known.
 */
export function computeDifferencePercent(value: number | null, base: number | null): number | null {
  if (value === null || base === null) return null
  if (base === 0) return value === 0 ? 0 : null
  return (100 * (value - base)) / base
}
