import { findCompactionPart, type StoredMessage } from './stored.ts'

/**
 * The messages that the next request sends of those up to now, as OpenCode's `filterCompacted` chooses and orders them:
 * the request for the last summary, the summary, what was kept of the messages before, and what came since.
 */
export function selectEffectiveMessages(messages: readonly StoredMessage[]): readonly StoredMessage[] {
  const summarised = new Set<string>()
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at]
    if (message === undefined) break
    const { isSummary, finish, error, parentId } = message
    if (summarised.has(message.id) && message.role === 'user') {
      const part = findCompactionPart(message)
      const tail = part === null ? null : readTailId(message)
      if (part !== null)
        return moveKeptBehindSummary(messages.slice(tail === null ? at : findKeptStart(messages, at, tail)))
    }
    if (!isSummary || finish === null || error !== null) continue
    if (isMarked(messages, parentId)) summarised.add(parentId ?? '')
    // Early versions have no mark: all before the summary is gone.
    else return messages.slice(at)
  }
  return moveKeptBehindSummary(messages)
}

/** Whether the message that a summary answers says that it asks for one; one that is not there does not tell. */
function isMarked(messages: readonly StoredMessage[], parentId: string | null): boolean {
  const parent = messages.findLast(({ id }) => id === parentId)
  return parent === undefined
    ? messages.some((message) => findCompactionPart(message) !== null)
    : findCompactionPart(parent) !== null
}

function readTailId(message: StoredMessage): string | null {
  const id = findCompactionPart(message)?.value['tail_start_id']
  return typeof id === 'string' ? id : null
}

/** Where the kept messages begin; at the very first where they are not there. */
function findKeptStart(messages: readonly StoredMessage[], compaction: number, tail: string): number {
  for (let at = compaction; at >= 0; at -= 1) if (messages[at]?.id === tail) return at
  return 0
}

/** Puts the kept messages behind the summary. */
function moveKeptBehindSummary(messages: readonly StoredMessage[]): readonly StoredMessage[] {
  const answered = new Map<string | null, number>()
  messages.forEach(({ isSummary, parentId }, at) => {
    if (isSummary && !answered.has(parentId)) answered.set(parentId, at)
  })
  const compaction = messages.findLastIndex(
    (message) => readTailId(message) !== null && answered.has(message.id),
  )
  const marked = messages[compaction]
  if (marked === undefined) return messages
  const summary = answered.get(marked.id) ?? -1
  const tail = messages.findIndex(({ id }) => id === readTailId(marked))
  if (tail === -1 || tail >= compaction || summary < compaction) return messages
  return [
    ...messages.slice(compaction, summary + 1),
    ...messages.slice(tail, compaction),
    ...messages.slice(summary + 1),
  ]
}
