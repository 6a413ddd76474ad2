/** Beyond this many degrees a quantile moves by less than 0.1 %; the series below has half as many terms. */
const mostDegrees = 2000
/** Enough halvings of an interval to be left with neighbouring numbers. */
const halvings = 60

/**
 * The value that Student's t stays below with the given chance, which lies between 0.5 and 1. Whole degrees of freedom
 * from 1 on; more than 2,000 count as 2,000, which errs on the side of wider.
 */
export function studentQuantile(chance: number, degrees: number): number {
  const bounded = Math.min(degrees, mostDegrees)
  let low = 0
  let high = 1
  while (chanceBelow(high, bounded) < chance) high *= 2
  for (let step = 0; step < halvings; step += 1) {
    const middle = (low + high) / 2
    if (chanceBelow(middle, bounded) < chance) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Distribution function for t >= 0 by the finite series of Abramowitz and Stegun, 26.7.3 and 26.7.4. */
function chanceBelow(t: number, degrees: number): number {
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
