import type { Fact, FactClassId } from '../../../shared/domain/fact.ts'
import type { Conversation } from '../../engine/conversation.ts'
import { factClasses } from './fact-classes.ts'
import { findPhrases } from './find-phrases.ts'
import { mentionIndex } from './mention-index.ts'
import { phraseKey } from './phrase-finder.ts'

/** Words that a statement has at least: shorter ones turn up by chance. */
function fewestWords(classId: FactClassId): number {
  return classId === 'command' || classId === 'constraint' ? 2 : 3
}

/** Every fact that a conversation states, with its places; by class, then in order of first mention. */
export function findFacts(conversation: Conversation): Fact[] {
  const index = mentionIndex(conversation)
  const phrases = factClasses.map((own) => phrasesOf(own.phrases?.(conversation.parts) ?? [], own.id))
  const places = findPhrases([...new Set(phrases.flatMap((own) => [...own.keys()]))], conversation)
  return factClasses.flatMap(({ id }, at) => {
    const mentioned = [...(index.get(id) ?? [])].flatMap(([key, entry]) =>
      entry.isFounded ? [{ classId: id, key, text: entry.text, places: entry.places }] : [],
    )
    const stated = [...(phrases[at] ?? [])].flatMap(([key, text]) => {
      const own = places.get(key) ?? []
      return own.length === 0 ? [] : [{ classId: id, key, text, places: own }]
    })
    return [...mentioned, ...stated]
  })
}

function phrasesOf(texts: readonly string[], classId: FactClassId): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const text of texts) {
    const key = phraseKey(text)
    const isLong = key.split(' ').length >= fewestWords(classId)
    if (key !== '' && isLong && !found.has(key)) found.set(key, text)
  }
  return found
}
