import type { Message } from '../../../shared/kernel/message.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { createSubject, type Subject } from '../metrics/subject.ts'

/** What is left of a history when only some of its messages stay: a condensation that nobody would make. */
export function createKeptSubject(
  source: Conversation,
  keptIndices: readonly number[],
  continuation: readonly Message[] | null = null,
): Subject {
  const all = source.messages.map((_, index) => index)
  const kept = new Set(keptIndices)
  const result = conversationFor(
    source.messages.filter((_, index) => kept.has(index)),
    source.counter,
  )
  return createSubject({
    source,
    result,
    provenance: {
      messages: all.flatMap((index) => (kept.has(index) ? [{ sources: [index], changes: [] }] : [])),
      dropped: all.flatMap((index) =>
        kept.has(index)
          ? []
          : [{ sourceIndex: index, operation: 'dropped' as const, passId: 'test', reason: 'left out' }],
      ),
    },
    continuation: continuation === null ? null : conversationFor(continuation, source.counter),
    stats: { costUsd: 0.25, durationMs: 1200 },
  })
}
