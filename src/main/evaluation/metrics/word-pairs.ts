import type { Place } from '../../../shared/domain/fact.ts'
import type { Part } from '../../../shared/domain/part.ts'
import type { Conversation } from '../../engine/conversation.ts'
import { isWritten } from '../facts/is-said.ts'
import { numberedWords, tellingWords, type NumberedWords } from '../facts/numbered-words.ts'
import { seededRandom } from '../statistics/seeded-random.ts'
import { perCheckpoint } from './per-checkpoint.ts'

type At = Pick<Place, 'messageIndex' | 'partIndex'>

/** Two rare words that the assistant writes close to one another, as the history had them before. */
export type WordPair = {
  readonly words: readonly [string, string]
  /** The first place in the source that has them so close. */
  readonly stood: Place
  /** Where the continuation writes them so first. */
  readonly used: At
}

/** The pairs that a text has, and the words of pairs in it. */
export type FoundPairs = {
  /** The first place by the number of the pair. */
  readonly places: ReadonlyMap<number, Place>
  /** Numbers of the words of pairs, each as often as it stands there. */
  readonly words: readonly number[]
  /** All words that the text has. */
  readonly size: number
}

/** What a continuation takes from its history, and how to find it in a context. */
export type WordPairs = {
  readonly pairs: readonly WordPair[]
  /** The number of the pair by the key of its words. */
  readonly byKey: ReadonlyMap<number, number>
  readonly find: (context: Pick<Conversation, 'parts'>) => FoundPairs
}

/** How many words on two words may stand and still be close. */
const reach = 6
/** Above the number of any word, so that the keys of pairs differ and stay whole numbers. */
const mostWords = 2 ** 25
/** A rare word stands in so many messages of the source at most, or in this share of them. */
const rare = { messages: 3, share: 0.1 } as const

/** Pairs of rare words that the assistant writes before anybody says them to it, and that the history held. */
export const wordPairs = perCheckpoint(findWordPairs)

type Read = (part: Part) => NumberedWords
type Readings = readonly (readonly NumberedWords[])[]

/** Which words few messages hold. */
function rareWords(readings: Readings, count: number): readonly boolean[] {
  const messages = new Uint32Array(count)
  const last = new Int32Array(count).fill(-1)
  readings.forEach((own, messageIndex) => {
    for (const { ids } of own)
      for (const id of ids) {
        if (last[id] === messageIndex) continue
        last[id] = messageIndex
        messages[id] = (messages[id] ?? 0) + 1
      }
  })
  const most = Math.max(rare.messages, rare.share * readings.length)
  return Array.from(messages, (own) => own <= most)
}

/** Calls back for each two different words that are close, by the key of the pair. */
function eachPair(
  { ids, places }: Pick<NumberedWords, 'ids' | 'places'>,
  visit: (key: number, at: number, other: number) => void,
): void {
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0
    const end = (places[at] ?? 0) + reach
    for (let other = at + 1; other < ids.length && (places[other] ?? 0) <= end; other += 1) {
      const next = ids[other] ?? 0
      if (next !== id) visit(Math.min(id, next) * mostWords + Math.max(id, next), at, other)
    }
  }
}

/** The words of a reading that are wanted. */
function only(words: NumberedWords, isWanted: (id: number) => boolean): NumberedWords {
  const ids: number[] = []
  const places: number[] = []
  const starts: number[] = []
  const ends: number[] = []
  words.ids.forEach((id, at) => {
    if (!isWanted(id)) return
    ids.push(id)
    places.push(words.places[at] ?? 0)
    starts.push(words.starts[at] ?? 0)
    ends.push(words.ends[at] ?? 0)
  })
  return { ids, places, starts, ends, size: words.size }
}

/** What the assistant writes of rare words before anybody else has them so close. */
function candidatesIn(continuation: Conversation, read: Read): ReadonlyMap<number, At> {
  const found = new Map<number, At>()
  const isLate = new Set<number>()
  eachPart(continuation, (part, used) => {
    const isOwn = isWritten(part)
    eachPair(read(part), (key) => {
      if (found.has(key)) return
      if (isOwn && !isLate.has(key)) found.set(key, used)
      else isLate.add(key)
    })
  })
  return found
}

const nothingRead: NumberedWords = { ids: [], places: [], starts: [], ends: [], size: 0 }

function findWordPairs(source: Conversation, continuation: Conversation): WordPairs {
  const words = tellingWords(continuation.parts.flat().filter(isWritten))
  const readAll = numberedWords(words)
  const all = source.parts.map((own) => own.map(readAll))
  const isRare = rareWords(all, words.length)
  const onlyRare = (own: NumberedWords): NumberedWords => only(own, (id) => isRare[id] === true)
  const read = (part: Part): NumberedWords => onlyRare(readAll(part))
  const readings = all.map((own) => own.map(onlyRare))
  const candidates = candidatesIn(continuation, read)
  const stood = new Map<number, Place>()
  eachPart(source, (_part, at) => {
    const own = readings[at.messageIndex]?.[at.partIndex] ?? nothingRead
    eachPair(own, (key, one, other) => {
      if (candidates.has(key) && !stood.has(key)) stood.set(key, { ...at, ...spanOf(own, one, other) })
    })
  })
  // In the order in which they are used.
  const pairs = [...candidates].flatMap(([key, used]): (WordPair & { readonly key: number })[] => {
    const place = stood.get(key)
    const both = [words[Math.floor(key / mostWords)] ?? '', words[key % mostWords] ?? ''] as const
    return place === undefined ? [] : [{ key, words: both, stood: place, used }]
  })
  const byKey = new Map(pairs.map(({ key }, index) => [key, index]))
  return { pairs, byKey, find: finder(byKey, read, source, readings) }
}

function eachPart({ parts }: Pick<Conversation, 'parts'>, visit: (part: Part, at: At) => void): void {
  parts.forEach((own, messageIndex) =>
    own.forEach((part, partIndex) => visit(part, { messageIndex, partIndex })),
  )
}

type Span = Pick<Place, 'start' | 'end'>

function spanOf({ starts, ends }: NumberedWords, one: number, other: number): Span {
  return { start: starts[one] ?? 0, end: ends[other] ?? 0 }
}

/** What a part has of the pairs, and its words of interest. */
type Reading = {
  readonly pairs: readonly (readonly [number, Span])[]
  readonly words: readonly number[]
  readonly size: number
}

/** Most parts of a context are the source's: what those hold is found once. */
function finder(
  byKey: ReadonlyMap<number, number>,
  read: Read,
  source: Conversation,
  readings: Readings,
): WordPairs['find'] {
  const inPairs = new Set([...byKey.keys()].flatMap((key) => [Math.floor(key / mostWords), key % mostWords]))
  const summarise = (all: NumberedWords): Reading => {
    const own = only(all, (id) => inPairs.has(id))
    const pairs = new Map<number, Span>()
    eachPair(own, (key, one, other) => {
      const pair = byKey.get(key)
      if (pair !== undefined && !pairs.has(pair)) pairs.set(pair, spanOf(own, one, other))
    })
    return { pairs: [...pairs], words: own.ids, size: own.size }
  }
  const known = {
    text: new Map<string, Reading>(),
    input: new Map<string, Reading>(),
    block: new Map<string, Reading>(),
  }
  eachPart(source, ({ holder, text }, { messageIndex, partIndex }) =>
    known[holder].set(text, summarise(readings[messageIndex]?.[partIndex] ?? nothingRead)),
  )
  return (context) => {
    const places = new Map<number, Place>()
    const words: number[] = []
    let size = 0
    eachPart(context, (part, at) => {
      const own = known[part.holder].get(part.text) ?? summarise(read(part))
      for (const [pair, span] of own.pairs) if (!places.has(pair)) places.set(pair, { ...at, ...span })
      for (const id of own.words) words.push(id)
      size += own.size
    })
    return { places, words, size }
  }
}

/** The share of the pairs that the words of a text have when they are put in any order. */
export function shuffledShare(
  { words, size }: FoundPairs,
  { pairs, byKey }: Pick<WordPairs, 'pairs' | 'byKey'>,
  seed: number,
): number {
  const random = seededRandom(seed)
  const order = new Int32Array(size).fill(-1)
  for (const id of words) {
    let place = random.nextIndex(size)
    while (order[place] !== -1) place = random.nextIndex(size)
    order[place] = id
  }
  const ids: number[] = []
  const places: number[] = []
  order.forEach((id, place) => {
    if (id === -1) return
    ids.push(id)
    places.push(place)
  })
  const found = new Set<number>()
  eachPair({ ids, places }, (key) => {
    const pair = byKey.get(key)
    if (pair !== undefined) found.add(pair)
  })
  return found.size / pairs.length
}
