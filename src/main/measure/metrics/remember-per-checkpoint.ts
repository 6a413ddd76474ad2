import type { Conversation } from '../../kernel/conversation.ts'
import type { Subject } from './subject.ts'

/** What a metric finds out about a checkpoint before it looks at a result: variants of one checkpoint share it. */
export function rememberPerCheckpoint<Value>(
  prepare: (source: Conversation, continuation: Conversation) => Value,
): (subject: Pick<Subject, 'source' | 'continuation'>) => Value | null {
  const known = new WeakMap<Conversation, { readonly continuation: Conversation; readonly value: Value }>()
  return ({ source, continuation }) => {
    if (continuation === null) return null
    const found = known.get(source)
    if (found?.continuation === continuation) return found.value
    const value = prepare(source, continuation)
    known.set(source, { continuation, value })
    return value
  }
}
