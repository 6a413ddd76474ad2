/** From here on the continued fraction is quicker than the series, and keeps the digits of a small tail. */
const tailStart = 3

/**
 * Chance that a standard normal value exceeds `z`: `1 − Φ(z)`, to 12 digits and more for every z. Uses the series of
 * Marsaglia (Evaluating the Normal Distribution, Journal of Statistical Software 11(4), 2004) near the middle and
 * Laplace's continued fraction (Abramowitz and Stegun 26.2.14) in the tail.
 */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z)
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  return z < tailStart ? 0.5 - density * seriesAt(z) : density / fractionAt(z)
}

function seriesAt(z: number): number {
  let term = z
  let sum = 0
  for (let odd = 1; sum + term !== sum; odd += 2) {
    sum += term
    term *= (z * z) / (odd + 2)
  }
  return sum
}

function fractionAt(z: number): number {
  // 120 levels: at z = 3 the fraction has settled to the last digit after about 100.
  let value = z
  for (let level = 120; level > 0; level -= 1) value = z + level / value
  return value
}
