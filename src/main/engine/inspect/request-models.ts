import type { Message } from '../../../shared/domain/message.ts'
import type { RecordedUsage } from '../../../shared/domain/usage.ts'
import type { MatchedRequest } from './match-requests.ts'
import { surroundingsOf } from './surroundings.ts'

/**
 * For each recorded request the model that it went to: the one that it names, or that the environment before it tells,
 * by its answer or by its time. Requests of which nothing tells went to the model of the request before them, the first
 * ones to that of the next; null where none is known at all.
 */
export function requestModels(
  messages: readonly Message[],
  { requests }: RecordedUsage,
  matched: readonly MatchedRequest[],
): readonly (string | null)[] {
  const byMatch = new Map(matched.map(({ requestIndex, model }) => [requestIndex, model]))
  const named = messages.flatMap((message) => {
    const { model } = surroundingsOf(message)
    return model === null || message.ts == null ? [] : [{ model, ts: message.ts }]
  })
  const modelAt = (ts: number | null | undefined): string | null =>
    ts == null ? null : (named.findLast((one) => one.ts <= ts)?.model ?? null)
  const told = requests.map(({ modelId, ts }, index) => modelId ?? byMatch.get(index) ?? modelAt(ts))
  let last = told.find((model) => model !== null) ?? null
  return told.map((model) => (last = model ?? last))
}
