import { z } from 'zod'

/** A figure that is 0 where nobody recorded it. */
export const count = z.number().nonnegative().catch(0)

/** A figure that is left out where nobody recorded it: a cache that nobody wrote of may have been used. */
export const perhaps = z.number().nonnegative().optional().catch(undefined)

/** An amount of money, or null. */
export const money = z.number().nonnegative().nullish().catch(null)

/** The input without the cached tokens in it. Less than what was cached cannot be all of it: then they are beside it. */
export function separateCached(input: number, cached: number): number {
  return cached > input ? input : input - cached
}
