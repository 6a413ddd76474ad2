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

/** A p value, and the smallest one that its test could have given for the sizes of the differences that it saw. */
export type AttainableP = { readonly p: number; readonly least: number }

/**
 * Holm's correction over those tests alone that could have been called at all (Tarone, A Modified Bonferroni Method for
 * Discrete Data, Biometrics 46, 1990). What a sign-flip test can reach is known from the sizes of the differences,
 * whatever their signs, so that leaving out the others keeps the level. Those left out are adjusted by the number of
 * the counted ones and one more, which keeps them above the level.
 */
export function taroneHolm(
  tests: readonly AttainableP[],
  level: number,
): { readonly adjusted: readonly number[]; readonly counted: number } {
  const canReach = (count: number) => tests.map(({ least }) => least <= level / count)
  let count = 1
  while (count < tests.length && canReach(count).filter(Boolean).length > count) count += 1
  const isCounted = canReach(count)
  const counted = holmCorrection(tests.flatMap(({ p }, index) => (isCounted[index] === true ? [p] : [])))
  const next = counted.values()
  const adjusted = tests.map(({ p }, index) =>
    isCounted[index] === true
      ? (next.next().value ?? 1)
      : Math.min(1, p * Math.max(count, counted.length + 1)),
  )
  return { adjusted, counted: counted.length }
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? Number.NaN
}
