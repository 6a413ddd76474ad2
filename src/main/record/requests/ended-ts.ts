import type { RequestUsage } from '../../../shared/domain/usage.ts'

/**
 * When a request had ended: at the time of its answer, if that is no older than the request, and no later than the next
 * one began. Infinity where nothing says so.
 */
export function endedTs(
  requests: readonly RequestUsage[],
  requestIndex: number,
  answerTs: number | null | undefined,
): number {
  const next = nextTime(requests, requestIndex) ?? Infinity
  return answerTs == null || answerTs < (requests[requestIndex]?.ts ?? answerTs)
    ? next
    : Math.min(answerTs, next)
}

/** When the next request began that is younger than this one; null where none is. */
export function nextTime(requests: readonly RequestUsage[], requestIndex: number): number | null {
  const own = requests[requestIndex]?.ts ?? -Infinity
  for (let index = requestIndex + 1; index < requests.length; index += 1) {
    const ts = requests[index]?.ts ?? null
    if (ts !== null && ts > own) return ts
  }
  return null
}
