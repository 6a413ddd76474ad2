import type { RecordedUsage } from '../../shared/domain/usage.ts'
import type { TimelinePlaces } from './timeline-places.ts'

/** What had been paid up to each of `count` messages, US dollars; null where no cost is recorded at all. */
export function timelineCosts(
  count: number,
  { requests, condensations }: RecordedUsage,
  places: TimelinePlaces,
): readonly number[] | null {
  if ([...requests, ...condensations].every(({ costUsd }) => costUsd === undefined)) return null
  const costs = Array.from({ length: count }, () => 0)
  const pay = (place: number, costUsd: number): void => {
    costs[place] = (costs[place] ?? 0) + costUsd
  }
  requests.forEach(({ costUsd = 0 }, index) => pay(places.ofRequest(index), costUsd))
  condensations.forEach(({ ts, costUsd = 0 }) => pay(places.ofTime(ts) ?? count - 1, costUsd))
  let paid = 0
  return costs.map((cost) => (paid += cost))
}
