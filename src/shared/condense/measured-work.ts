import type { Stats } from './outcome-types.ts'

/** What a run says of its work; versions that did not know a figure left it out. */
export type WorkStats = Pick<Stats, 'costUsd' | 'durationMs'> &
  Partial<Pick<Stats, 'priceUsd' | 'modelCalls' | 'cacheHits' | 'unansweredCalls' | 'statedCostUsd'>>

/**
 * What the work of a run costs at the prices of its models, in US dollars, whoever paid for it and when: kept answers
 * count at what they took when they were made. Null where it is not known: a request was not answered, something that
 * was used has no price, or nothing was done.
 */
export function priceOfWork({ priceUsd, costUsd, cacheHits = 0 }: WorkStats): number | null {
  if (priceUsd !== undefined) return priceUsd
  // Older versions knew what was paid, and of kept answers nothing.
  return cacheHits > 0 ? null : costUsd
}

/** How long the work of a run takes, in milliseconds; null where some of it was not waited for, or nothing was done. */
export function measureWorkTime(stats: WorkStats): number | null {
  const { durationMs, cacheHits = 0, unansweredCalls = 0 } = stats
  return cacheHits > 0 || unansweredCalls > 0 || isRefusal(stats) ? null : durationMs
}

/**
 * Whether the provider refused before it did anything: nothing was asked, and yet its work has no price. An external arm
 * that does not say what it cost did work.
 */
export function isRefusal({
  priceUsd,
  modelCalls = 0,
  cacheHits = 0,
  unansweredCalls = 0,
  statedCostUsd,
}: WorkStats): boolean {
  return priceUsd === null && statedCostUsd === undefined && modelCalls + cacheHits + unansweredCalls === 0
}
