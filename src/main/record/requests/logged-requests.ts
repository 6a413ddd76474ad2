import type { ContextLog } from '../../../shared/condense/context-log-types.ts'
import type { RecordedUsage } from '../../../shared/kernel/usage.ts'
import type { MatchedRequest, RequestMatches } from './match-requests.ts'

/**
 * The requests of a task whose log says what each of them sent, with their answers. `fileIndices` says which messages
 * are at hand where these are not all.
 */
export function matchLoggedRequests(
  log: ContextLog,
  { requests }: RecordedUsage,
  fileIndices?: readonly number[],
): RequestMatches {
  const placeOf =
    fileIndices === undefined ? null : new Map(fileIndices.map((index, place) => [index, place]))
  const matched: MatchedRequest[] = []
  const unmatched: RequestMatches['unmatched'][number][] = []
  log.requests.forEach(({ answer }, requestIndex) => {
    const answerIndex = answer === null ? undefined : placeOf === null ? answer : placeOf.get(answer)
    if (answerIndex === undefined) unmatched.push({ requestIndex, reason: 'no-answer' })
    else
      matched.push({ requestIndex, answerIndex, model: requests[requestIndex]?.modelId ?? null, mode: null })
  })
  return { matched, unmatched }
}
