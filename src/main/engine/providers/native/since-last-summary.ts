import type { Message } from '../../../../shared/domain/message.ts'

/** Stands for a first message that is not the user's, for an API that wants the user to speak first. */
export const continueMessage = 'Please continue from the following summary:'

/**
 * The messages from the last summary on, the summary included. Where these do not begin with a user message, the
 * original first one is put in front, or a sentence to continue one millisecond before where that is not the
 * user's either. `condensation.md` section 5, classic.
 */
export function sinceLastSummary(messages: readonly Message[]): readonly Message[] {
  const at = messages.findLastIndex((message) => message.isSummary === true)
  if (at < 0) return messages
  const since = messages.slice(at)
  const [summary] = since
  if (summary === undefined || summary.role === 'user') return since
  const [first] = messages
  if (first?.role === 'user') return [first, ...since]
  const { ts } = summary
  return [
    { role: 'user', content: continueMessage, ...(typeof ts === 'number' ? { ts: ts - 1 } : {}) },
    ...since,
  ]
}
