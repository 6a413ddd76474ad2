import { findLargest, findSmallest } from '../../../shared/kernel/find-extreme.ts'
/**
 * Adjusts p values for being several, by Holm's step-down method (A Simple Sequentially Rejective Multiple Test
 * Procedure, 1979): the chance that any of them is called by mistake stays under the level. Results stand in the order
 * of the input.
 */
export function adjustByHolm(pValues: readonly number[]): readonly number[] {
  const adjusted = pValues.map(() => 1)
  let largest = 0
  const order = pValues
    .map((_p, index) => index)
    .toSorted((one, other) => readNumber(pValues, one) - readNumber(pValues, other))
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, readNumber(pValues, index) * (pValues.length - rank)))
    adjusted[index] = largest
  }
  return adjusted
}

/** P values of one variant, corrected over each other, and the smallest one that they could have been corrected to. */
export type VariantP = { readonly ps: readonly number[]; readonly least: number }

/**
 * Holm's correction over variants, each with p values that are corrected over each other already. Only those variants
 * count of which something could have been called at all (Tarone, A Modified Bonferroni Method for Discrete Data,
 * Biometrics 46, 1990). What a sign-flip test can reach is known from the sizes of the differences, whatever their
 * signs. Those left out are adjusted by the number of the counted ones and one more, which keeps them above the level.
 */
export function adjustByTaroneHolm(
  variants: readonly VariantP[],
  level: number,
): { readonly adjusted: readonly (readonly number[])[]; readonly isCounted: readonly boolean[] } {
  const canReach = (count: number) => variants.map(({ least }) => least <= level / count)
  let count = 1
  while (count < variants.length && canReach(count).filter(Boolean).length > count) count += 1
  const isCounted = canReach(count)
  const counted = variants.flatMap(({ ps }, index) => (isCounted[index] === true ? [ps] : []))
  const next = adjustOverVariants(counted).values()
  const scale = Math.max(count, counted.length + 1)
  const adjusted = variants.map(({ ps }, index) =>
    isCounted[index] === true ? (next.next().value ?? []) : ps.map((p) => Math.min(1, p * scale)),
  )
  return { adjusted, isCounted }
}

/**
 * Multiplies by the number of variants that have something left to call. A variant leaves that number once all of its
 * comparisons are called, not with the first: the others could still be called by mistake.
 */
function adjustOverVariants(variants: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const largest = variants.map((ps) => findLargest(ps, 0))
  const order = variants
    .map((_ps, index) => index)
    .toSorted((one, other) => readNumber(largest, one) - readNumber(largest, other))
  // The level at which so many variants are called altogether.
  const finished = [0]
  for (const [rank, index] of order.entries())
    finished.push(Math.max(readNumber(finished, rank), readNumber(largest, index) * (variants.length - rank)))
  return variants.map((ps, index) => {
    const before = finished.slice(0, order.indexOf(index) + 1)
    return ps.map((p) =>
      findSmallest(
        before.map((reached, done) => Math.max(reached, p * (variants.length - done))),
        1,
      ),
    )
  })
}

function readNumber(values: readonly number[], index: number): number {
  return values[index] ?? Number.NaN
}
