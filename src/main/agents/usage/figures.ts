import { z } from 'zod'

const figure = z.number().nonnegative().nullish()

/** A figure that is 0 where nobody recorded it. What is there and is none fails, since the figures beside it are half a usage. */
export const count = figure.transform((value) => value ?? 0)

/**
 * A figure that is left out where nobody recorded it: a cache that nobody wrote of may have been used. It fails as `count`,
 * and where no request has so much: readers take no more for cached than was sent.
 */
export const perhaps = z
  .number()
  .nonnegative()
  .max(1e9)
  .nullish()
  .transform((value) => value ?? undefined)

/** A figure without which the others say nothing: what was sent. */
export const needed = z.number().nonnegative()

/** Figures in an object of their own, which may not be there. */
export function nest<Shape extends z.ZodRawShape>(shape: Shape) {
  const own = z.object(shape)
  return own.nullish().transform((value) => value ?? own.parse({}))
}

/** An amount of money, or null. */
export const money = z.number().nonnegative().nullish().catch(null)

/** The input without the cached tokens in it. Less than what was cached cannot be all of it: then they are beside it. */
export function separateCached(input: number, cached: number): number {
  return cached > input ? input : input - cached
}
