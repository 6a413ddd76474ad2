/** From here on the continued fraction is quicker than the series, and keeps the digits of a small tail. */
const tailStart = 3

/**
 * Chance that a standard normal value exceeds `z`: `1 − Φ(z)`, to 12 digits and more for every z. Uses the series of
 * Marsaglia (Evaluating the Normal Distribution, Journal of Statistical Software 11(4), 2004) near the middle and
 * Laplace's continued fraction (Abramowitz and Stegun 26.2.14) in the tail.
 */
export function computeNormalTail(z: number): number {
  if (z < 0) return 1 - computeNormalTail(-z)
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  return z < tailStart ? 0.5 - density * sumNormalSeries(z) : density / computeContinuedFraction(z)
}

function sumNormalSeries(z: number): number {
  let term = z
  let sum = 0
  for (let odd = 1; sum + term !== sum; odd += 2) {
    sum += term
    term *= (z * z) / (odd + 2)
  }
  return sum
}

function computeContinuedFraction(z: number): number {
  // 120 levels: at z = 3 the fraction has settled to the last digit after about 100.
  let value = z
  for (let level = 120; level > 0; level -= 1) value = z + level / value
  return value
}

/** Beyond this many degrees a quantile moves by less than 0.1 %; the series below has half as many terms. */
const mostDegrees = 2000
/** Enough halvings of an interval to be left with neighbouring numbers. */
const halvings = 60

/**
 * The value that Student's t stays below with the given chance, which lies between 0.5 and 1. Whole degrees of freedom
 * from 1 on; more than 2,000 count as 2,000, which errs on the side of wider.
 */
export function computeStudentQuantile(chance: number, degrees: number): number {
  const bounded = Math.min(degrees, mostDegrees)
  const known = quantiles.get(chance) ?? new Map<number, number>()
  quantiles.set(chance, known)
  const quantile = known.get(bounded) ?? findQuantile(chance, bounded)
  known.set(bounded, quantile)
  return quantile
}

/** Quantiles by chance and degrees: a search for a number of tasks asks for the same ones again and again. */
const quantiles = new Map<number, Map<number, number>>()

function findQuantile(chance: number, bounded: number): number {
  let low = 0
  let high = 1
  while (computeChanceBelow(high, bounded) < chance) high *= 2
  for (let step = 0; step < halvings; step += 1) {
    const middle = (low + high) / 2
    if (computeChanceBelow(middle, bounded) < chance) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Chance that Student's t exceeds `t`. Degrees as in `computeStudentQuantile`. */
export function computeStudentTail(t: number, degrees: number): number {
  const below = computeChanceBelow(Math.abs(t), Math.min(degrees, mostDegrees))
  return t < 0 ? below : 1 - below
}

/** Distribution function for t >= 0 by the finite series of Abramowitz and Stegun, 26.7.3 and 26.7.4. */
function computeChanceBelow(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees))
  const cosineSquared = degrees / (degrees + t * t)
  const isOdd = degrees % 2 === 1
  let term = isOdd ? Math.cos(angle) : 1
  let sum = degrees === 1 ? 0 : term
  for (let power = isOdd ? 3 : 2; power <= degrees - 2; power += 2) {
    term *= (cosineSquared * (power - 1)) / power
    sum += term
  }
  const within = isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum
  return 0.5 + within / 2
}
