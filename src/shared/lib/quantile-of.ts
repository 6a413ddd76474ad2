/**
 * The value below which a share (0 to 1) of sorted values lies, interpolated between neighbours (type 7 of Hyndman and
 * Fan, Sample Quantiles in Statistical Packages, 1996; the default of R and NumPy). NaN without values.
 */
export function quantileOf(sorted: ArrayLike<number>, share: number): number {
  const position = (sorted.length - 1) * Math.min(1, Math.max(0, share))
  const below = Math.floor(position)
  const low = sorted[below] ?? Number.NaN
  const high = sorted[below + 1] ?? low
  return low + (high - low) * (position - below)
}
