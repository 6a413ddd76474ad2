import type { Message } from '../../../shared/kernel/message.ts'
import { sumInputTokens } from '../../../shared/kernel/sum-recorded-usage.ts'
import type { TokenUsage } from '../../../shared/models/pricing-types.ts'
import type { SentContext } from '../overhead/size-history.ts'
import type { RecordedTask } from '../recorded-task.ts'
import { createContextWalk, createMomentLookup } from './context-walk.ts'
import type { MatchedRequest } from './match-requests.ts'
import { formatSurroundingsGroup } from './surroundings.ts'

/** What each of some requests sent, in their order, as it differs from the one before. */
export function buildSentContexts(
  task: RecordedTask,
  requests: readonly MatchedRequest[],
  splits: readonly (TokenUsage | null)[],
): SentContext[] {
  const walk = createContextWalk(task)
  const momentOf = createMomentLookup(task)
  const selectMessagesByIndex = (indices: readonly number[]): Message[] =>
    indices.flatMap((index) => task.messages[index] ?? [])
  return requests.map((request) => {
    const { requestIndex, answerIndex } = request
    const split = splits[requestIndex] ?? null
    const { added, gone, onlyGrew } = walk.to(momentOf(requestIndex, answerIndex))
    return {
      request: requestIndex,
      added: selectMessagesByIndex(added),
      gone: selectMessagesByIndex(gone),
      onlyGrew,
      inputTokens: split === null ? null : sumInputTokens(split),
      group: formatSurroundingsGroup(request),
    }
  })
}
