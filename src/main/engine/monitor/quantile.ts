/**
 * The value below which a share of the numbers lies, interpolated linearly between the two nearest order statistics:
 * type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages" (1996), the default of R and NumPy.
 * `ascending` holds at least one number and is sorted; `share` is 0 to 1.
 */
export function quantile(ascending: readonly number[], share: number): number {
  const place = (ascending.length - 1) * share
  const below = ascending[Math.floor(place)]
  const above = ascending[Math.ceil(place)]
  if (below === undefined || above === undefined) throw new RangeError('A quantile needs a number.')
  return below + (above - below) * (place - Math.floor(place))
}
