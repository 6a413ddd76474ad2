import type { Fact } from '../../../shared/domain/fact.ts'
import type { Part } from '../../../shared/domain/part.ts'
import type { Conversation } from '../../engine/conversation.ts'
import { locateFacts } from '../facts/locate-facts.ts'

type Use = { readonly continuation: Conversation; readonly used: readonly boolean[] }

/** Variants of one checkpoint share their facts and their continuation. */
const known = new WeakMap<readonly Fact[], Use>()

/**
 * Which facts the assistant had to know by itself: those that it writes in the continuation before anybody or any tool
 * says them there. What it reads again first it need not have kept. At the same indices as the facts.
 */
export function usedFacts(facts: readonly Fact[], continuation: Conversation): readonly boolean[] {
  const found = known.get(facts)
  if (found?.continuation === continuation) return found.used
  const used = areUsed(facts, continuation)
  known.set(facts, { continuation, used })
  return used
}

function areUsed(facts: readonly Fact[], continuation: Conversation): boolean[] {
  return locateFacts(facts, continuation).map((places) => {
    const [first] = places
    const part = first === undefined ? undefined : continuation.parts[first.messageIndex]?.[first.partIndex]
    return part !== undefined && isWritten(part)
  })
}

function isWritten({ kind }: Part): boolean {
  return kind === 'assistant-text' || kind === 'reasoning' || kind === 'tool-call'
}
