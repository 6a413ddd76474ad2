import type { Fact, Place } from '../../../shared/domain/fact.ts'
import type { Conversation } from '../../engine/conversation.ts'
import { findPhrases } from './find-phrases.ts'
import { mentionIndex } from './mention-index.ts'
import { statedPaths } from './stated-paths.ts'

/** Where a conversation states these facts, at the same indices; empty for one that it does not state. */
export function locateFacts(facts: readonly Fact[], conversation: Conversation): (readonly Place[])[] {
  const index = mentionIndex(conversation)
  const placesOfPath = statedPaths(conversation)
  const phrases = findPhrases([...new Set(facts.filter(isPhrase).map(({ key }) => key))], conversation)
  return facts.map((fact) => {
    if (fact.classId === 'path') return placesOfPath(fact.key)
    return index.get(fact.classId)?.get(fact.key)?.places ?? phrases.get(fact.key) ?? []
  })
}

function isPhrase({ classId }: Fact): boolean {
  return !['path', 'symbol', 'url', 'quantity'].includes(classId)
}
