/**
 * The times with those left out that contradict the order they stand in: what stays is the longest row that never goes
 * back, and of rows of one length the one with the earlier places. In O(n log n).
 */
export function selectCredibleTimes(times: readonly (number | null)[]): readonly (number | null)[] {
  if (isAscending(times)) return times
  // Built from the end, as the longest row that never rises: `heads[n]` begins the best row of n + 1 found so far.
  const heads: number[] = []
  const after: number[] = []
  const readTime = (place: number): number => times[place] ?? 0
  for (let place = times.length - 1; place >= 0; place -= 1) {
    const time = times[place] ?? null
    if (time === null) continue
    let [low, high] = [0, heads.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (readTime(heads[middle] ?? 0) >= time) low = middle + 1
      else high = middle
    }
    after[place] = heads[low - 1] ?? -1
    heads[low] = place
  }
  const kept = new Set<number>()
  for (let place = heads.at(-1) ?? -1; place >= 0; place = after[place] ?? -1) kept.add(place)
  return times.map((time, place) => (kept.has(place) ? time : null))
}

function isAscending(times: readonly (number | null)[]): boolean {
  let latest = -Infinity
  return times.every((time) => {
    if (time === null) return true
    const isLater = time >= latest
    latest = time
    return isLater
  })
}
