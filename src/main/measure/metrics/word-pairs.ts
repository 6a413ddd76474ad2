import type { Place } from '../../../shared/kernel/fact.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import { type Conversation, findWholeConversation } from '../../kernel/conversation.ts'
import { type FirstPair, type NameIndex, findNameIndex } from '../continuation/find-name-index.ts'
import { visitClosePairs, type NumberedWords } from '../facts/create-word-numbering.ts'
import { createSeededRandom } from '../statistics/create-seeded-random.ts'
import { rememberPerCheckpoint } from './remember-per-checkpoint.ts'

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

/** Above the number of any word, so that the keys of pairs differ and stay whole numbers. */
const mostWords = 2 ** 25
/** A rare word stands in so many messages of the source at most, or in this share of them. */
const rare = { messages: 3, share: 0.1 } as const

/** Pairs of rare words that the assistant writes before anybody says them to it, and that the history held. */
export const wordPairs = rememberPerCheckpoint(findWordPairs)

type Readings = readonly (readonly NumberedWords[])[]

/** Of the words that the assistant still writes from a message on, those that few messages of the source hold. */
function findRareWords(
  readings: Readings,
  { words, lastWritten }: Pick<NameIndex, 'words' | 'lastWritten'>,
  from: number,
): (id: number) => boolean {
  const messages = new Uint32Array(words.length)
  const last = new Int32Array(words.length).fill(-1)
  readings.forEach((own, messageIndex) => {
    for (const { ids } of own)
      for (const id of ids) {
        if (last[id] === messageIndex) continue
        last[id] = messageIndex
        messages[id] = (messages[id] ?? 0) + 1
      }
  })
  const most = Math.max(rare.messages, rare.share * readings.length)
  return (id) => (messages[id] ?? 0) <= most && (lastWritten[id] ?? 0) >= from
}

function computePairKey(id: number, other: number): number {
  return Math.min(id, other) * mostWords + Math.max(id, other)
}

const nothingRead: NumberedWords = {
  ids: new Uint32Array(),
  places: new Uint32Array(),
  starts: new Uint32Array(),
  ends: new Uint32Array(),
  size: 0,
}

/** The words of a reading that are wanted: of most readings none. */
function selectWantedWords(words: NumberedWords, isWanted: Uint8Array): NumberedWords {
  const { ids, places, starts, ends, size } = words
  const chosen: number[] = []
  for (let at = 0; at < ids.length; at += 1) if (isWanted[ids[at] ?? 0] === 1) chosen.push(at)
  if (chosen.length === 0) return { ...nothingRead, size }
  const pick = (values: Uint32Array): Uint32Array => Uint32Array.from(chosen, (at) => values[at] ?? 0)
  return { ids: pick(ids), places: pick(places), starts: pick(starts), ends: pick(ends), size }
}

type UsedPair = { readonly key: number; readonly stood: Place; readonly use: FirstPair }

function findWordPairs(source: Conversation, continuation: Conversation): WordPairs {
  const { conversation: whole, from } = findWholeConversation(continuation)
  const index = findNameIndex(whole)
  const readings = source.parts.map((own) => own.map(index.read))
  const isRare = findRareWords(readings, index, from)
  const used = findUsedPairs(readings, isRare, index, from)
  const orderPairWords = (key: number): WordPair['words'] => {
    const ids = [Math.floor(key / mostWords), key % mostWords] as const
    const [one, other] = [index.words[ids[0]] ?? '', index.words[ids[1]] ?? '']
    return index.firstWritten(ids[0], from) < index.firstWritten(ids[1], from) ? [one, other] : [other, one]
  }
  const pairs = used.map(({ key, stood, use: { messageIndex, partIndex } }) => ({
    words: orderPairWords(key),
    stood,
    used: { messageIndex: messageIndex - from, partIndex },
  }))
  const byKey = new Map(used.map(({ key }, at) => [key, at]))
  return { pairs, byKey, find: createPairFinder(byKey, index, source, readings) }
}

/** What the assistant writes of the pairs of a source before anybody else has them so close, in that order. */
function findUsedPairs(
  readings: Readings,
  isRare: (id: number) => boolean,
  index: NameIndex,
  from: number,
): readonly UsedPair[] {
  const found = new Map<number, UsedPair | null>()
  readings.forEach((own, messageIndex) =>
    own.forEach((reading, partIndex) => {
      const close = index.findCloseWords(reading)
      for (let pair = 0; pair < close.length; pair += 2) {
        const [at, other] = [close[pair] ?? 0, close[pair + 1] ?? 0]
        const [id, next] = [reading.ids[at] ?? 0, reading.ids[other] ?? 0]
        if (!isRare(id) || !isRare(next)) continue
        const key = computePairKey(id, next)
        if (found.has(key)) continue
        const use = index.firstPair(id, next, from)
        const stood = { messageIndex, partIndex, ...computePairSpan(reading, at, other) }
        found.set(key, use === undefined ? null : { key, stood, use })
      }
    }),
  )
  return [...found.values()].filter((pair) => pair !== null).toSorted((a, b) => a.use.order - b.use.order)
}

function visitParts({ parts }: Pick<Conversation, 'parts'>, visit: (part: Part, at: At) => void): void {
  parts.forEach((own, messageIndex) =>
    own.forEach((part, partIndex) => visit(part, { messageIndex, partIndex })),
  )
}

type Span = Pick<Place, 'start' | 'end'>

function computePairSpan({ starts, ends }: NumberedWords, one: number, other: number): Span {
  return { start: starts[one] ?? 0, end: ends[other] ?? 0 }
}

/** What a part has of the pairs, and its words of interest. */
type Reading = {
  readonly pairs: readonly (readonly [number, Span])[]
  readonly words: Uint32Array
  readonly size: number
}

/** Most parts of a context are the source's: what those hold is found once. */
function createPairFinder(
  byKey: ReadonlyMap<number, number>,
  { words: { length: wordCount }, read }: Pick<NameIndex, 'words' | 'read'>,
  source: Conversation,
  readings: Readings,
): WordPairs['find'] {
  const inPairs = new Uint8Array(wordCount)
  for (const key of byKey.keys()) inPairs[Math.floor(key / mostWords)] = inPairs[key % mostWords] = 1
  const summarise = (all: NumberedWords): Reading => {
    const own = selectWantedWords(all, inPairs)
    const pairs = new Map<number, Span>()
    visitClosePairs(own, (at, other) => {
      const pair = byKey.get(computePairKey(own.ids[at] ?? 0, own.ids[other] ?? 0))
      if (pair !== undefined && !pairs.has(pair)) pairs.set(pair, computePairSpan(own, at, other))
    })
    return { pairs: [...pairs], words: own.ids, size: own.size }
  }
  const summaries = new Map<NumberedWords, Reading>()
  const summariseOnce = (all: NumberedWords): Reading => {
    const summary = summaries.get(all) ?? summarise(all)
    summaries.set(all, summary)
    return summary
  }
  const known = {
    text: new Map<string, NumberedWords>(),
    input: new Map<string, NumberedWords>(),
    block: new Map<string, NumberedWords>(),
  }
  visitParts(source, ({ holder, text }, { messageIndex, partIndex }) =>
    known[holder].set(text, readings[messageIndex]?.[partIndex] ?? nothingRead),
  )
  return (context) => {
    const places = new Map<number, Place>()
    const words: number[] = []
    let size = 0
    visitParts(context, (part, at) => {
      const reading = known[part.holder].get(part.text)
      const own = reading === undefined ? summarise(read(part)) : summariseOnce(reading)
      for (const [pair, span] of own.pairs) if (!places.has(pair)) places.set(pair, { ...at, ...span })
      for (const id of own.words) words.push(id)
      size += own.size
    })
    return { places, words, size }
  }
}

/** The share of the pairs that the words of a text have when they are put in any order. */
export function computeShuffledShare(
  { words, size }: FoundPairs,
  { pairs, byKey }: Pick<WordPairs, 'pairs' | 'byKey'>,
  seed: number,
): number {
  const random = createSeededRandom(seed)
  const order = new Int32Array(size).fill(-1)
  for (const id of words) {
    let place = random.nextIndex(size)
    while (order[place] !== -1) place = random.nextIndex(size)
    order[place] = id
  }
  const ids = new Uint32Array(words.length)
  const places = new Uint32Array(words.length)
  let count = 0
  for (let place = 0; place < size; place += 1) {
    const id = order[place] ?? -1
    if (id === -1) continue
    ids[count] = id
    places[count] = place
    count += 1
  }
  const found = new Set<number>()
  visitClosePairs({ ids, places }, (at, other) => {
    const pair = byKey.get(computePairKey(ids[at] ?? 0, ids[other] ?? 0))
    if (pair !== undefined) found.add(pair)
  })
  return found.size / pairs.length
}
