import type { RecordedUsage } from '../../../shared/domain/usage.ts'
import type { MatchedRequest } from './match-requests.ts'

/**
 * For each recorded request the model that it went to: the one that it names, or that its environment tells. Requests of
 * which nothing tells went to the model of the request before them, the first ones to that of the next; null where none
 * is known at all.
 */
export function requestModels(
  { requests }: RecordedUsage,
  matched: readonly MatchedRequest[],
): readonly (string | null)[] {
  const told = toldModels({ requests }, matched)
  let last = told.find((model) => model !== null) ?? null
  return told.map((model) => (last = model ?? last))
}

/** The same, with null for each request of which nothing tells. */
export function toldModels(
  { requests }: Pick<RecordedUsage, 'requests'>,
  matched: readonly MatchedRequest[],
): readonly (string | null)[] {
  const byMatch = new Map(matched.map(({ requestIndex, model }) => [requestIndex, model]))
  return requests.map(({ modelId }, index) => modelId ?? byMatch.get(index) ?? null)
}
