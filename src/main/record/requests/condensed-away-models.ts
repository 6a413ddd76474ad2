import type { Message } from '../../../shared/domain/message.ts'
import type { RecordedUsage } from '../../../shared/domain/usage.ts'
import type { UnmatchedRequest } from './match-requests.ts'
import { surroundingsOf } from './surroundings.ts'

/** The model of a request that names none and whose messages a condensation deleted. */
export type CondensedAwayModel = {
  readonly requestIndex: number
  /** The message with the last environment before it that is left; the first of all where it is older than that. */
  readonly namedIn: number
  /** Null where it is not recorded: the environments on both sides of it name different ones. */
  readonly model: string | null
}

/**
 * What is left to tell of these requests: the question of an answer that was kept, else the environments on both sides,
 * as far as they agree. The model may have changed at any message that is gone, and the first message that is kept may
 * have been written before it did.
 */
export function condensedAwayModels(
  messages: readonly Message[],
  { requests }: RecordedUsage,
  unmatched: readonly UnmatchedRequest[],
): readonly CondensedAwayModel[] {
  const named = messages.flatMap((message, index) => {
    const { model } = surroundingsOf(message)
    return model === null || message.ts == null ? [] : [{ index, model, ts: message.ts }]
  })
  return unmatched.flatMap(({ requestIndex, reason, answerIndex }) => {
    const { ts, modelId } = requests[requestIndex] ?? {}
    if (reason !== 'condensed-away' || modelId !== undefined || ts == null) return []
    const place = Math.max(
      0,
      named.findLastIndex((one) => one.ts <= ts),
    )
    const before = named[place]
    if (before === undefined) return []
    const after = named[place + 1] ?? before
    const asked = named.find(({ index }) => index + 1 === answerIndex)?.model
    const agreed = before.model === after.model ? before.model : null
    return [{ requestIndex, namedIn: before.index, model: asked ?? agreed }]
  })
}
