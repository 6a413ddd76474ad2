import type { Conversation } from '../conversation.ts'
import { isPrompt } from '../history/history-view.ts'
import type { OwnTrigger } from './own-trigger.ts'

/**
 * Where what an agent does not have yet when it condenses begins: the prompt or the results that the next request sends
 * for the first time. The number of messages where it has all of them, and where it would be left with none.
 */
export function findPendingStart({ messages, parts }: Conversation, pending: OwnTrigger['pending']): number {
  const count = messages.length
  if (pending === 'condensed') return count
  const isPending = (index: number): boolean =>
    pending === 'prompt-left'
      ? isPrompt(messages[index], parts[index] ?? [])
      : messages[index]?.role === 'user' && messages[index].isSummary !== true
  let from = count
  while (from > 0 && isPending(from - 1)) from -= 1
  return from === 0 ? count : from
}
