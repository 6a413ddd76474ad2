import { z } from 'zod'

/** A list that has one entry for each number from 1 on, given in any order; parsed into their order. */
export function inOrder<Entry extends { readonly number: number }>(
  entry: z.ZodType<Entry>,
  count: number,
): z.ZodType<readonly Entry[]> {
  return z
    .array(entry)
    .transform((entries) => entries.toSorted((a, b) => a.number - b.number))
    .refine(
      (entries) => entries.length === count && entries.every(({ number }, index) => number === index + 1),
      `needs one entry for each number from 1 to ${count}`,
    )
}
