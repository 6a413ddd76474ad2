/** What one request costs, in US dollars, without a condensation and with it. */
type Pair = { readonly withoutUsd: number; readonly withUsd: number }

/**
 * How many requests a condensation takes to pay for itself: the first after which all requests from it on have cost
 * less with it, its own cost included, than without it. The first pair is of the request that it came before; no more
 * of them are asked for than it takes. Null where that never happens.
 */
export function payBackAfter(pairs: Iterable<Pair>, ownCostUsd: number): number | null {
  let saved = -ownCostUsd
  let count = 0
  for (const { withoutUsd, withUsd } of pairs) {
    saved += withoutUsd - withUsd
    count += 1
    if (saved > 0) return count
  }
  return null
}
