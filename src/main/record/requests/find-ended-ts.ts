import type { RequestUsage } from '../../../shared/kernel/usage.ts'

/**
 * When a request had ended: at the time of its answer, if that is no older than the request, and no later than the next
 * one began. Infinity where nothing says so.
 */
export function findEndedTs(
  requests: readonly RequestUsage[],
  requestIndex: number,
  answerTs: number | null | undefined,
): number {
  const next = findNextRequestTime(requests, requestIndex) ?? Infinity
  return answerTs == null || answerTs < (requests[requestIndex]?.ts ?? answerTs)
    ? next
    : Math.min(answerTs, next)
}

/** When the next request began that is younger than this one; null where none is. */
export function findNextRequestTime(requests: readonly RequestUsage[], requestIndex: number): number | null {
  const known = computed.get(requests) ?? findNextRequestTimes(requests)
  computed.set(requests, known)
  return known[requestIndex] ?? null
}

/** Each request of a task is asked about, often several times. */
const computed = new WeakMap<readonly RequestUsage[], readonly (number | null)[]>()

/** The same for all of them, each looked at once: a file may give the same time to 200,000 requests. */
function findNextRequestTimes(requests: readonly RequestUsage[]): readonly (number | null)[] {
  /** Times behind a place that may be the next for one before it: each is later in the file and younger than the one above it. */
  const younger: number[] = []
  const next: (number | null)[] = []
  for (let index = requests.length - 1; index >= 0; index -= 1) {
    const ts = requests[index]?.ts ?? null
    const own = ts ?? -Infinity
    while ((younger.at(-1) ?? Infinity) <= own) younger.pop()
    next[index] = younger.at(-1) ?? null
    if (ts !== null) younger.push(ts)
  }
  return next
}
