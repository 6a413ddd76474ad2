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

/** Where the assistant first writes a fact; the message counts from the cut. */
export type UsedPlace = { readonly messageIndex: number; readonly partIndex: number }

type Use = { readonly continuation: Conversation; readonly used: readonly (UsedPlace | null)[] }

/** Variants of one checkpoint share their facts and their continuation. */
const known = new WeakMap<readonly Fact[], Use>()

/**
 * Which facts the assistant had to know by itself: those that it writes in the continuation before anybody or any tool
 * says them there. What it reads again first it need not have kept. Words that every workspace has are left out, a path
 * counts once however it is written, items of a to-do list count where most of their words are taken up, and a rule where
 * the assistant writes what it names. Gives where, or null, at the same indices as the facts.
 */
export function findUsedFacts(
  facts: readonly Fact[],
  continuation: Conversation,
): readonly (UsedPlace | null)[] {
  const found = known.get(facts)
  if (found?.continuation === continuation) return found.used
  const used = findUses(facts, continuation)
  known.set(facts, { continuation, used })
  return used
}

function findUses(facts: readonly Fact[], continuation: Conversation): (UsedPlace | null)[] {
  const whole = findWholeConversation(continuation)
  const keepWritten: KeepWritten = (place) => {
    const part =
      place === undefined ? undefined : whole.conversation.parts[place.messageIndex]?.[place.partIndex]
    return part !== undefined && isWritten(part) ? place : undefined
  }
  const places = findFirstPlaces(facts, whole)
  const isOnce = createPathSelector(facts, places)
  return facts.map((fact, index) => {
    if (isVocabulary(fact) || !isOnce(index)) return null
    const place =
      keepWritten(places[index]) ??
      findItemTakenUp(fact, whole, keepWritten) ??
      findRuleObeyed(fact, whole, keepWritten)
    if (place === undefined) return null
    return { messageIndex: place.messageIndex - whole.from, partIndex: place.partIndex }
  })
}

/** The place that states something first, where the assistant wrote it. */
type KeepWritten = (place: FirstPart | undefined) => FirstPart | undefined

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

/** Where the assistant takes up most words of an item of a to-do list before anybody else does. */
function findItemTakenUp(
  { classId, text }: Fact,
  { conversation: whole, from }: Whole,
  keepWritten: KeepWritten,
): FirstPart | undefined {
  if (classId !== 'open-task') return undefined
  return keepWritten(findStatementIndex(whole)(selectContentWords(text), from))
}

/**
 * Where the assistant by itself writes what a rule asks for by name (a command, a path, a value). What a ban keeps from
 * happening leaves no trace, and rules without a name cannot be told from chance: neither counts.
 */
function findRuleObeyed(
  { classId, text }: Fact,
  { conversation: whole, from }: Whole,
  keepWritten: KeepWritten,
): FirstPart | undefined {
  if (classId !== 'constraint' || isBan(text)) return undefined
  for (const value of findSentenceValues(text)) {
    const place = keepWritten(findPhraseIndex(whole)(buildPhraseKey(value), from))
    if (place !== undefined) return place
  }
  return undefined
}

function isBan(rule: string): boolean {
  const { texts } = tokeniseText(rule)
  return texts.some((word, at) => word === 'avoid' || word === 'only' || isNegator(word, texts[at + 1]))
}
