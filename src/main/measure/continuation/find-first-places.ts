import { comparePlaces } from '../../../shared/kernel/compare-places.ts'
import type { Fact, Place } from '../../../shared/kernel/fact.ts'
import type { Conversation, Whole } from '../../kernel/conversation.ts'
import { listPathTails } from '../facts/find-path-finder.ts'
import { type MentionIndex, readMentionIndex } from '../facts/read-mention-index.ts'
import { type FirstPart, findPhraseIndex } from './find-phrase-index.ts'

/** A path with one of the places that mention it. */
type Mentioned = { readonly path: string; readonly place: Place }

/** Gives the path that an end of a conversation mentions first of those that end with another one. */
type LongerPaths = (tail: string, from: number) => string | undefined

const known = new WeakMap<Conversation, LongerPaths>()

/**
 * The first place in the end of a conversation that states each fact, in the whole; undefined for one that it does not
 * state. What `locateFacts` gives first of an end by itself, without reading that end.
 */
export function findFirstPlaces(
  facts: readonly Fact[],
  { conversation: whole, from }: Whole,
): (FirstPart | undefined)[] {
  const index = readMentionIndex(whole)
  return facts.map((fact) => {
    if (fact.classId === 'path') return findPathPlace(whole, fact.key, from)
    const mentioned = findMentionFrom(index, fact, from)
    return mentioned ?? (isPhrase(fact) ? findPhraseIndex(whole)(fact.key, from) : undefined)
  })
}

function isPhrase({ classId }: Fact): boolean {
  return !['path', 'symbol', 'url', 'quantity'].includes(classId)
}

function findMentionFrom(
  index: MentionIndex,
  { classId, key }: Pick<Fact, 'classId' | 'key'>,
  from: number,
): Place | undefined {
  return findPlaceFrom(index(classId).get(key)?.places ?? [], from)
}

/** The first of some places in order that stands in a message or behind it. */
function findPlaceFrom(places: readonly Place[], from: number): Place | undefined {
  return places[findFirstIndex(places.length, (at) => (places[at]?.messageIndex ?? 0) >= from)]
}

/** The first index below `length` from which on something holds; `length` where it never does. */
function findFirstIndex(length: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** As `findPathFinder` finds a path: as it is, with more folders before it, or with the first folders left out. */
function findPathPlace(whole: Conversation, path: string, from: number): Place | undefined {
  const index = readMentionIndex(whole)
  const findFirstPlace = (key: string): Place | undefined =>
    findMentionFrom(index, { classId: 'path', key }, from)
  const own = findFirstPlace(path)
  if (own !== undefined) return own
  const longer = indexLongerPaths(whole)(path, from)
  if (longer !== undefined) return findFirstPlace(longer)
  for (const tail of listPathTails(path)) {
    const place = tail.includes('/') ? findFirstPlace(tail) : undefined
    if (place !== undefined) return place
  }
  return undefined
}

function indexLongerPaths(whole: Conversation): LongerPaths {
  const found = known.get(whole) ?? createLongerPaths(whole)
  known.set(whole, found)
  return found
}

function createLongerPaths(whole: Conversation): LongerPaths {
  const entries = readMentionIndex(whole)('path')
  const byTail = new Map<string, string[]>()
  for (const path of entries.keys())
    for (const tail of listPathTails(path)) {
      const paths = byTail.get(tail)
      if (paths === undefined) byTail.set(tail, [path])
      else paths.push(path)
    }
  const ordered = new Map<string, readonly Mentioned[]>()
  const findTailMentions = (tail: string): readonly Mentioned[] =>
    (byTail.get(tail) ?? [])
      .flatMap((path) => (entries.get(path)?.places ?? []).map((place) => ({ path, place })))
      .toSorted((a, b) => comparePlaces(a.place, b.place))
  return (tail, from) => {
    const mentioned = ordered.get(tail) ?? findTailMentions(tail)
    ordered.set(tail, mentioned)
    return mentioned[
      findFirstIndex(mentioned.length, (at) => (mentioned[at]?.place.messageIndex ?? 0) >= from)
    ]?.path
  }
}
