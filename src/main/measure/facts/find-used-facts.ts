import type { Fact } from '../../../shared/kernel/fact.ts'
import { type Conversation, type Whole, findWholeConversation } from '../../kernel/conversation.ts'
import { findFirstPlaces } from '../continuation/find-first-places.ts'
import { type FirstPart, findPhraseIndex } from '../continuation/find-phrase-index.ts'
import { findStatementIndex } from '../continuation/find-statement-index.ts'
import { selectContentWords } from '../state/loose-finder.ts'
import { isNegator } from '../state/rule-force.ts'
import { tokeniseText } from '../state/tokenise-text.ts'
import { findSentenceValues } from './find-users-values.ts'
import { isWritten } from './is-said.ts'
import { buildPhraseKey } from './phrase-finder.ts'
import { vocabulary } from './vocabulary.ts'

type Use = { readonly continuation: Conversation; readonly used: readonly boolean[] }

/** Variants of one checkpoint share their facts and their continuation. */
const known = new WeakMap<readonly Fact[], Use>()

/**
 * Which facts the assistant had to know by itself: those that it writes in the continuation before anybody or any tool
 * says them there. What it reads again first it need not have kept. Words that every workspace has are left out, a path
 * counts once however it is written, items of a to-do list count where most of their words are taken up, and a rule where
 * the assistant writes what it names. At the same indices as the facts.
 */
export function findUsedFacts(facts: readonly Fact[], continuation: Conversation): readonly boolean[] {
  const found = known.get(facts)
  if (found?.continuation === continuation) return found.used
  const used = areUsed(facts, continuation)
  known.set(facts, { continuation, used })
  return used
}

function areUsed(facts: readonly Fact[], continuation: Conversation): boolean[] {
  const whole = findWholeConversation(continuation)
  const isFirst: IsFirst = (place) => {
    const part =
      place === undefined ? undefined : whole.conversation.parts[place.messageIndex]?.[place.partIndex]
    return part !== undefined && isWritten(part)
  }
  const places = findFirstPlaces(facts, whole)
  const isGoneOn = findItemsTakenUp(facts, whole, isFirst)
  const isObeyed = findObeyedRules(facts, whole, isFirst)
  const isOnce = createPathSelector(facts, places)
  return facts.map(
    (fact, index) =>
      !isVocabulary(fact) &&
      isOnce(index) &&
      (isFirst(places[index]) || isGoneOn.has(index) || isObeyed.has(index)),
  )
}

/** Whether what states something first is written by the assistant. */
type IsFirst = (place: FirstPart | undefined) => boolean

function isVocabulary({ classId, key, text }: Fact): boolean {
  if (classId === 'symbol') return vocabulary.has(text)
  return (classId === 'path' || classId === 'command') && vocabulary.has(key)
}

/**
 * Of the spellings of one path (relative, absolute, the bare name where one path alone ends in it) the one that the
 * continuation states first, the longest of several.
 */
function createPathSelector(
  facts: readonly Fact[],
  places: readonly (FirstPart | undefined)[],
): (index: number) => boolean {
  const owners = new Map<string, string | null>()
  const paths = facts
    .filter(({ classId }) => classId === 'path')
    .toSorted((a, b) => b.key.length - a.key.length)
  for (const { key } of paths)
    for (let at = key.indexOf('/'); at >= 0; at = key.indexOf('/', at + 1)) {
      const tail = key.slice(at + 1)
      const owner = owners.get(tail)
      // Several files of one name are not one.
      if (owner === undefined) owners.set(tail, key)
      else if (owner !== null && !owner.endsWith(`/${key}`)) owners.set(tail, null)
    }
  const chosen = new Map<string, number>()
  facts.forEach(({ classId, key }, index) => {
    if (classId !== 'path' || places[index] === undefined) return
    const name = owners.get(key) ?? key
    const other = chosen.get(name)
    if (other === undefined || computePlaceOrder(places[index]) < computePlaceOrder(places[other]))
      chosen.set(name, index)
  })
  return (index) => {
    const fact = facts[index]
    return fact?.classId !== 'path' || chosen.get(owners.get(fact.key) ?? fact.key) === index
  }
}

/** First places in order. */
function computePlaceOrder(place: FirstPart | undefined): number {
  return place === undefined ? Infinity : place.messageIndex * 2 ** 20 + place.partIndex
}

/** Items of a to-do list of whose words the assistant takes up most before anybody else does. */
function findItemsTakenUp(
  facts: readonly Fact[],
  { conversation: whole, from }: Whole,
  isFirst: IsFirst,
): ReadonlySet<number> {
  return new Set(
    facts.flatMap(({ classId, text }, index) =>
      classId === 'open-task' && isFirst(findStatementIndex(whole)(selectContentWords(text), from))
        ? [index]
        : [],
    ),
  )
}

/**
 * Rules that ask for something by name (a command, a path, a value) which the assistant then writes by itself. What a ban
 * keeps from happening leaves no trace, and rules without a name cannot be told from chance: neither counts.
 */
function findObeyedRules(
  facts: readonly Fact[],
  { conversation: whole, from }: Whole,
  isFirst: IsFirst,
): ReadonlySet<number> {
  const isObeyed = (value: string): boolean => isFirst(findPhraseIndex(whole)(buildPhraseKey(value), from))
  return new Set(
    facts.flatMap(({ classId, text }, index) =>
      classId === 'constraint' && !isBan(text) && findSentenceValues(text).some(isObeyed) ? [index] : [],
    ),
  )
}

function isBan(rule: string): boolean {
  const { texts } = tokeniseText(rule)
  return texts.some((word, at) => word === 'avoid' || word === 'only' || isNegator(word, texts[at + 1]))
}
