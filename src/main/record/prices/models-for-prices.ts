import type { RequestUsage } from '../../../shared/domain/usage.ts'
import type { MatchedRequest } from '../requests/match-requests.ts'

/**
 * The model that each recorded request went to: as the chat window or its messages name it, else that of the request
 * before it, else of the first that has one. Null where none is named.
 */
export function requestModels(
  requests: readonly RequestUsage[],
  matched: readonly MatchedRequest[],
): readonly (string | null)[] {
  const named = new Map(matched.map(({ requestIndex, model }) => [requestIndex, model]))
  const own = requests.map(({ modelId }, index) => modelId ?? named.get(index) ?? null)
  let last = own.find((model) => model !== null) ?? null
  return own.map((model) => (last = model ?? last))
}
