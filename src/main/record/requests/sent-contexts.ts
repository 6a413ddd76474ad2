import type { Message } from '../../../shared/domain/message.ts'
import type { TokenUsage } from '../../../shared/domain/pricing.ts'
import type { MatchedRequest } from './match-requests.ts'
import { groupOf } from './surroundings.ts'
import { createContextWalk, createMomentOf } from './context-walk.ts'
import type { RecordedTask } from '../recorded-task.ts'
import { wholeInput } from '../../../shared/lib/recorded-totals.ts'
import type { SentContext } from '../overhead/size-history.ts'

/** What each of some requests sent, in their order, as it differs from the one before. */
export function sentContexts(
  task: RecordedTask,
  requests: readonly MatchedRequest[],
  splits: readonly (TokenUsage | null)[],
): SentContext[] {
  const walk = createContextWalk(task)
  const momentOf = createMomentOf(task)
  const messagesAt = (indices: readonly number[]): Message[] =>
    indices.flatMap((index) => task.messages[index] ?? [])
  return requests.map((request) => {
    const { requestIndex, answerIndex } = request
    const split = splits[requestIndex] ?? null
    const { added, gone, onlyGrew } = walk.to(momentOf(requestIndex, answerIndex))
    return {
      request: requestIndex,
      added: messagesAt(added),
      gone: messagesAt(gone),
      onlyGrew,
      inputTokens: split === null ? null : wholeInput(split),
      group: groupOf(request),
    }
  })
}
