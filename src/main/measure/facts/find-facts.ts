import type { Fact, FactClassId, Place } from '../../../shared/kernel/fact.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { factClasses } from './fact-classes.ts'
import { findPathFinder } from './find-path-finder.ts'
import { findPhrases, buildPhraseKey } from './phrase-finder.ts'
import { readMentionIndex } from './read-mention-index.ts'

/** Words that a statement has at least: shorter ones turn up by chance. */
function pickFewestWords(classId: FactClassId): number {
  if (classId === 'value') return 1
  return classId === 'command' || classId === 'constraint' ? 2 : 3
}

/** Every fact that a conversation states, with its places; by class, then in order of first mention. */
export function findFacts(conversation: Conversation): Fact[] {
  const index = readMentionIndex(conversation)
  const phrases = factClasses.map((own) => collectPhrases(own.phrases?.(conversation.parts) ?? [], own.id))
  const places = findPhrases([...new Set(phrases.flatMap((own) => [...own.keys()]))], conversation)
  return factClasses.flatMap(({ id }, at) => {
    const mentioned = [...index(id)].flatMap(([key, entry]) =>
      entry.isFounded ? [{ classId: id, key, text: entry.text, places: entry.places }] : [],
    )
    const stated = [...(phrases[at] ?? [])].flatMap(([key, text]) => {
      const own = places.get(key) ?? []
      return own.length === 0 ? [] : [{ classId: id, key, text, places: own }]
    })
    return [...mentioned, ...stated]
  })
}

function collectPhrases(texts: readonly string[], classId: FactClassId): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const text of texts) {
    const key = buildPhraseKey(text)
    const isLong = key.split(' ').length >= pickFewestWords(classId)
    if (key !== '' && isLong && !found.has(key)) found.set(key, text)
  }
  return found
}

/** Where a conversation states these facts, at the same indices; empty for one that it does not state. */
export function locateFacts(facts: readonly Fact[], conversation: Conversation): (readonly Place[])[] {
  const index = readMentionIndex(conversation)
  const phrases = findPhrases([...new Set(facts.filter(isPhrase).map(({ key }) => key))], conversation)
  return facts.map((fact) => {
    if (fact.classId === 'path') return findPathFinder(conversation)(fact.key)
    return index(fact.classId).get(fact.key)?.places ?? phrases.get(fact.key) ?? []
  })
}

function isPhrase({ classId }: Fact): boolean {
  return !['path', 'symbol', 'url', 'quantity'].includes(classId)
}
