import { comparePlaces } from '../../../shared/kernel/compare-places.ts'
import type { Fact, FactClassId, Place } from '../../../shared/kernel/fact.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { factClasses } from './fact-classes.ts'
import { findPathFinder } from './find-path-finder.ts'
import { findPhrases, buildPhraseKey } from './phrase-finder.ts'
import { type Entry, readMentionIndex } from './read-mention-index.ts'

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
    const entries = id === 'path' ? joinSpellings(index(id)) : index(id)
    const mentioned = [...entries].flatMap(([key, entry]) =>
      entry.isFounded ? [{ classId: id, key, text: entry.text, places: entry.places }] : [],
    )
    const stated = [...(phrases[at] ?? [])].flatMap(([key, text]) => {
      const own = places.get(key) ?? []
      return own.length === 0 ? [] : [{ classId: id, key, text, places: own }]
    })
    return [...mentioned, ...stated]
  })
}

/** One entry for a path, its form with a leading slash and those with the `a/` and `b/` of a diff, under the plain one. */
function joinSpellings(entries: ReadonlyMap<string, Entry>): ReadonlyMap<string, Entry> {
  const joined = new Map<string, Entry>()
  for (const [key, entry] of entries) {
    const plain = key.replace(/^(?:[ab])?\//, '')
    const isDiff = entries.has(`a/${plain}`) && entries.has(`b/${plain}`)
    const name = entries.has(plain) || (isDiff && key !== `/${plain}`) ? plain : key
    const other = joined.get(name)
    joined.set(name, other === undefined ? entry : joinEntries(other, entry))
  }
  return joined
}

/** What both mention, as the one that comes first writes it. */
function joinEntries(one: Entry, other: Entry): Entry {
  const places = [...one.places, ...other.places].toSorted(comparePlaces)
  return {
    text: one.text,
    isFounded: one.isFounded || other.isFounded,
    places: places.filter(({ messageIndex }, at) => places[at - 1]?.messageIndex !== messageIndex),
  }
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
