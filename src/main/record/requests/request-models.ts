import type { Message } from '../../../shared/domain/message.ts'
import type { RecordedUsage } from '../../../shared/domain/usage.ts'
import { condensedAwayModels } from './condensed-away-models.ts'
import type { RequestMatches } from './match-requests.ts'
import { surroundingsOf } from './surroundings.ts'

/**
 * For each recorded request the model that it went to: the one that it names, or that the environment before it tells,
 * by its answer or by its time. Requests of which nothing tells went to the model of the request before them, the first
 * ones to that of the next. Null where none is known at all, and where a condensation deleted what would tell.
 */
export function requestModels(
  messages: readonly Message[],
  usage: RecordedUsage,
  { matched, unmatched }: RequestMatches,
): readonly (string | null)[] {
  const condensedAway = new Map(
    condensedAwayModels(messages, usage, unmatched).map(({ requestIndex, model }) => [requestIndex, model]),
  )
  const byMatch = new Map(matched.map(({ requestIndex, model }) => [requestIndex, model]))
  const named = messages.flatMap((message) => {
    const { model } = surroundingsOf(message)
    return model === null || message.ts == null ? [] : [{ model, ts: message.ts }]
  })
  const modelAt = (ts: number | null | undefined): string | undefined =>
    ts == null ? undefined : named.findLast((one) => one.ts <= ts)?.model
  // Undefined where nothing tells, null where what would tell is gone.
  const told = usage.requests.map(({ modelId, ts }, index) =>
    condensedAway.has(index)
      ? (condensedAway.get(index) ?? null)
      : (modelId ?? byMatch.get(index) ?? modelAt(ts)),
  )
  let last = told.find((model) => model !== undefined) ?? null
  return told.map((model) => (last = model === undefined ? last : model))
}
