import { followingValues } from './following-values.ts'
import { pairByCount } from './pair-by-count.ts'
import type { AskedRequest, GivenAnswer } from './request-and-answer.ts'

/** Fewer pairs with times may fit some distance by chance. */
const leastTimed = 5
/**
 * Agents begin a request as they write its question, so both are as far apart every time: as a share of the usual gap and
 * of the distance of the clocks.
 */
const mostSpread = 0.25

/**
 * Pairs one by one where both files were written by clocks that stand apart: there are as many requests as answers, and
 * with one distance every answer lies between its request and the next, and every question at its request. Null where no
 * such distance exists.
 */
export function pairClocksApart(
  requests: readonly AskedRequest[],
  given: readonly GivenAnswer[],
): (number | null)[] | null {
  return pairByCount(requests, given, (chosen) => isOneDistance(requests, given, chosen))
}

function isOneDistance(
  requests: readonly AskedRequest[],
  given: readonly GivenAnswer[],
  chosen: readonly number[],
): boolean {
  const following = followingValues(requests.map(({ ts }) => ts))
  let [least, most] = [-Infinity, Infinity]
  const pauses: number[] = []
  const gaps: number[] = []
  for (const [place, index] of chosen.entries()) {
    const asked = requests[index]?.ts ?? null
    const { ts: answered = null, questionTs = null } = given[place] ?? {}
    if (asked === null || answered === null) continue
    const next = following[index] ?? Infinity
    least = Math.max(least, asked - answered)
    most = Math.min(most, next - answered)
    if (questionTs !== null) pauses.push(asked - questionTs)
    if (next < Infinity) gaps.push(next - asked)
  }
  const usualGap = ascending(gaps)[gaps.length >> 1] ?? 0
  const sorted = ascending(pauses)
  const spread = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0)
  const distance = Math.max(least, -most)
  return pauses.length >= leastTimed && least < most && spread <= mostSpread * Math.min(usualGap, distance)
}

function ascending(values: readonly number[]): number[] {
  return values.toSorted((one, other) => one - other)
}
