type Paid = { readonly costUsd: number }

/**
 * How many requests a condensation takes to pay for itself: the first after which all requests from it on have cost
 * less with it, its own cost included, than without it. Both lists begin with the request that it came before. Null
 * where that never happens.
 */
export function payBackAfter(
  without: readonly Paid[],
  withIt: readonly Paid[],
  ownCostUsd: number,
): number | null {
  let saved = -ownCostUsd
  for (const [index, { costUsd }] of withIt.entries()) {
    saved += (without[index]?.costUsd ?? 0) - costUsd
    if (saved > 0) return index + 1
  }
  return null
}
