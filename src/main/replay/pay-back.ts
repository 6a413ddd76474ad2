/** What one request costs, in US dollars, without a condensation and with it. */
type Pair = { readonly withoutUsd: number | null; readonly withUsd: number | null }

/**
 * How many requests a condensation takes to pay for itself: the first after which all requests from it on have cost
 * less with it, its own cost included, than without it. The first pair is of the request that it came before; no more
 * of them are asked for than it takes. Null where that never happens, and where a cost is not known.
 */
export function payBackAfter(pairs: Iterable<Pair>, ownCostUsd: number | null): number | null {
  let saved = -(ownCostUsd ?? 0)
  let count = 0
  for (const { withoutUsd, withUsd } of pairs) {
    if (withoutUsd === null || withUsd === null || ownCostUsd === null) return null
    saved += withoutUsd - withUsd
    count += 1
    if (saved > 0) return count
  }
  return null
}
