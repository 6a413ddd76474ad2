import type { Part } from '../../../shared/kernel/part.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { findUnmovedPart } from '../../kernel/history/moved-parts.ts'
import {
  visitClosePairs,
  type NumberedWords,
  createWordNumbering,
  reach,
  collectTellingWords,
} from '../facts/create-word-numbering.ts'
import { isWritten } from '../facts/is-said.ts'
import type { FirstPart } from './find-phrase-index.ts'
import {
  createNumbers,
  findPartIndex,
  buildPartRow,
  findPlaceRange,
  buildPostings,
  type Postings,
} from './postings.ts'

/** Where the assistant writes two words close to one another before anybody says them so. `order` tells which of two comes first. */
export type FirstPair = FirstPart & { readonly order: number }

/** The words that the assistant writes in a conversation, by number, and where they stand. */
export type NameIndex = {
  readonly words: readonly string[]
  /** What a part has of these words. */
  readonly read: (part: Part) => NumberedWords
  /** The message in which the assistant writes each word last. */
  readonly lastWritten: Uint32Array
  /** Tells which of two words it writes first from a message on. */
  readonly firstWritten: (word: number, from: number) => number
  /** Indices of close words in a reading, two by two, without most pairs that the assistant never writes so. */
  readonly findCloseWords: (reading: NumberedWords) => Uint32Array
  readonly firstPair: (one: number, other: number, from: number) => FirstPair | undefined
}

const known = new WeakMap<Conversation, NameIndex>()

/** Finds words and pairs of words in any end of a conversation, which is read once. */
export function findNameIndex(whole: Conversation): NameIndex {
  const index = known.get(whole) ?? createNameIndex(whole)
  known.set(whole, index)
  return index
}

/** Readings of the texts of a conversation, each made once. */
function createRememberedReadings(words: readonly string[]) {
  const readPart = createWordNumbering(words)
  const readings = new Map<string, Map<string, NumberedWords>>()
  const openReadingsByHolder = ({ kind, holder }: Part): Map<string, NumberedWords> => {
    const place = `${kind} ${holder}`
    const own = readings.get(place) ?? new Map<string, NumberedWords>()
    readings.set(place, own)
    return own
  }
  // Also of parts that a condensation wrote, which are no part of the whole.
  const byPart = new WeakMap<Part, NumberedWords>()
  const read = (part: Part): NumberedWords => {
    const known = byPart.get(part)
    if (known !== undefined) return known
    const origin = findUnmovedPart(part)
    const reading = byPart.get(origin) ?? openReadingsByHolder(part).get(part.text) ?? readPart(part)
    byPart.set(part, reading)
    if (origin !== part) byPart.set(origin, reading)
    return reading
  }
  const remember = (part: Part): NumberedWords => {
    const reading = read(part)
    openReadingsByHolder(part).set(part.text, reading)
    return reading
  }
  return { read, remember }
}

function createNameIndex({ parts: all }: Conversation): NameIndex {
  const row = buildPartRow(all)
  const own = row.parts.map(isWritten)
  const words = collectTellingWords(row.parts.filter(isWritten))
  const { read, remember } = createRememberedReadings(words)
  const ids = createNumbers()
  const places = createNumbers()
  const starts = new Uint32Array(row.parts.length + 1)
  const lastWritten = new Uint32Array(words.length)
  const marks = createPairMarks()
  let before = 0
  row.parts.forEach((part, at) => {
    const reading = remember(part)
    reading.ids.forEach((id, word) => {
      ids.push(id)
      places.push(before + (reading.places[word] ?? 0))
    })
    if (own[at] === true) {
      for (const id of reading.ids) lastWritten[id] = row.messageIndices[at] ?? 0
      visitClosePairs(reading, (one, other) => marks.add(reading.ids[one] ?? 0, reading.ids[other] ?? 0))
    }
    // Words of two parts are never close.
    before += reading.size + reach
    starts[at + 1] = ids.length()
  })
  const flat = { ids: ids.all(), places: places.all() }
  const postings = buildPostings(flat.ids, words.length)
  const findStartPlace = (from: number): number => starts[row.firstOf[from] ?? 0] ?? 0
  const close = new WeakMap<NumberedWords, Uint32Array>()
  return {
    words,
    read,
    lastWritten,
    firstWritten: (word, from) => {
      const [first, end] = findPlaceRange(postings, word, findStartPlace(from))
      for (let at = first; at < end; at += 1) {
        const place = postings.places[at] ?? 0
        if (own[findPartIndex(starts, place)] === true) return place
      }
      return Infinity
    },
    findCloseWords: (reading) => {
      const found = close.get(reading) ?? collectWantedPairs(reading, marks.has)
      close.set(reading, found)
      return found
    },
    firstPair: (one, other, from) => {
      const order = findFirstClosePair(flat, postings, { one, other, start: findStartPlace(from) })
      if (order === undefined) return undefined
      const part = findPartIndex(starts, Math.floor(order / orders))
      if (own[part] !== true) return undefined
      return { messageIndex: row.messageIndices[part] ?? 0, partIndex: row.partIndices[part] ?? 0, order }
    },
  }
}

function collectWantedPairs(
  reading: NumberedWords,
  isWanted: (one: number, other: number) => boolean,
): Uint32Array {
  const found: number[] = []
  visitClosePairs(reading, (at, other) => {
    if (isWanted(reading.ids[at] ?? 0, reading.ids[other] ?? 0)) found.push(at, other)
  })
  return Uint32Array.from(found)
}

/** Above what two close words may lie apart in the row of all words. */
const orders = reach + 2

type Flat = { readonly ids: Uint32Array; readonly places: Uint32Array }
type Wanted = { readonly one: number; readonly other: number; readonly start: number }

/** Of the first two close places of two words: the index of the earlier one, times `orders`, and the way to the later one. */
function findFirstClosePair(
  { ids, places }: Flat,
  postings: Postings,
  { one, other, start }: Wanted,
): number | undefined {
  const ranges = [findPlaceRange(postings, one, start), findPlaceRange(postings, other, start)] as const
  const isOneRarer = ranges[0][1] - ranges[0][0] <= ranges[1][1] - ranges[1][0]
  const [[first, end], partner] = isOneRarer ? [ranges[0], other] : [ranges[1], one]
  for (let at = first; at < end; at += 1) {
    const place = postings.places[at] ?? 0
    let left = -1
    for (let near = place - 1; near >= start && isClose(places, near, place); near -= 1)
      if (ids[near] === partner) left = near
    if (left >= 0) return orders * left + place - left
    for (let near = place + 1; near < ids.length && isClose(places, place, near); near += 1)
      if (ids[near] === partner) return orders * place + near - place
  }
  return undefined
}

function isClose(places: Uint32Array, earlier: number, later: number): boolean {
  return (places[later] ?? 0) - (places[earlier] ?? 0) <= reach
}

/** Bits of a set that tells pairs of numbers, and takes few for others: 2 MB. */
const markBits = 24

/** A set of pairs that may take other pairs for its own, and never leaves one of its own out. */
function createPairMarks(): {
  readonly add: (one: number, other: number) => void
  readonly has: (one: number, other: number) => boolean
} {
  const marks = new Uint8Array(2 ** (markBits - 3))
  const hashPairBit = (one: number, other: number): number => {
    const mixed = Math.imul(Math.min(one, other), 0x9e3779b1) ^ Math.imul(Math.max(one, other), 0x85ebca6b)
    return (mixed ^ (mixed >>> 15)) >>> (32 - markBits)
  }
  return {
    add: (one, other) => {
      const bit = hashPairBit(one, other)
      marks[bit >>> 3] = (marks[bit >>> 3] ?? 0) | (1 << (bit & 7))
    },
    has: (one, other) => {
      const bit = hashPairBit(one, other)
      return ((marks[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0
    },
  }
}
