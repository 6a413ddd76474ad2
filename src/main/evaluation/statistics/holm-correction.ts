/**
 * Adjusts p values for being several, by Holm's step-down method (A Simple Sequentially Rejective Multiple Test
 * Procedure, 1979): the chance that any of them is called by mistake stays under the level. Results stand in the order
 * of the input.
 */
export function holmCorrection(pValues: readonly number[]): readonly number[] {
  const adjusted = pValues.map(() => 1)
  let largest = 0
  const order = pValues
    .map((_p, index) => index)
    .toSorted((one, other) => at(pValues, one) - at(pValues, other))
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, at(pValues, index) * (pValues.length - rank)))
    adjusted[index] = largest
  }
  return adjusted
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? Number.NaN
}
