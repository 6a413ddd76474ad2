import { isAnswered, isInTime, type AskedRequest, type GivenAnswer } from './request-and-answer.ts'

/**
 * Moves pairs on by one where a request with recorded output is left without an answer, an answer behind it without a
 * request, and nothing but pairs lies between: a clock that was set back in between makes the next request older than
 * this answer. Never where a request would be younger than its answer.
 */
export function shiftPairs(
  requests: readonly AskedRequest[],
  given: readonly GivenAnswer[],
  pairs: readonly (number | null)[],
): (number | null)[] {
  const shifted = [...pairs]
  // From the end, so that a pair is moved into a place that is free by then.
  for (let start = pairs.length - 1; start >= 0; start -= 1) {
    if (shifted[start] !== null || !isAnswered(requests[start])) continue
    const first = shifted[start + 1] ?? null
    if (first === null) continue
    let end = start + 1
    while (end + 1 < pairs.length && shifted[end + 1] === first + end - start) end += 1
    const last = first + end - start
    if (
      last >= given.length ||
      (shifted.find((answer, at) => at > end && answer !== null) ?? given.length) <= last
    )
      continue
    const moved = Array.from({ length: end - start + 1 }, (_, at) => first + at)
    if (!moved.every((answer, at) => isInTime(requests[start + at], given[answer]))) continue
    shifted.splice(start, moved.length, ...moved)
  }
  return shifted
}
