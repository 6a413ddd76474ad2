import { lowerBound } from '../../../shared/kernel/numbers.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import {
  buildPartRow,
  buildPostings,
  createNumbers,
  findPartIndex,
  findPlaceRange,
} from '../continuation/postings.ts'
import { readLineKeys } from '../facts/line-keys.ts'
import { isSameFile, isSound, listChangedPaths, readFileName, readInspection } from './acts-on-files.ts'

/** What happens in a conversation, to be looked up from any message of it on. Places are those of its parts in one row. */
export type FollowingIndex = {
  readonly readPlace: (messageIndex: number, partIndex?: number) => number
  /** The call that a result answers, unless it stands before a message. */
  readonly findCall: (part: Part, from: number) => Part | undefined
  /** The first message, from one on, that shows a line; infinity where none does. */
  readonly findLine: (key: number, from: number) => number
  /** Messages with results of an inspection, from one on until something is changed. */
  readonly listRuns: (inspection: string, from: number) => readonly number[]
  /** Whether a file, or any where none is named, is changed from a message on and before a place. */
  readonly isChanged: (from: number, place: number, path?: string) => boolean
}

const known = new WeakMap<Conversation, FollowingIndex>()

/**
 * Goes through a conversation once, so that what was needed of one context after the other is found without a walk through
 * all that followed each of them.
 */
export function findFollowingIndex(whole: Conversation): FollowingIndex {
  const index = known.get(whole) ?? createFollowingIndex(whole)
  known.set(whole, index)
  return index
}

function createFollowingIndex({ parts: all }: Conversation): FollowingIndex {
  const row = buildPartRow(all)
  const readPlace = (messageIndex: number, partIndex = 0): number =>
    (row.firstOf[messageIndex] ?? 0) + partIndex
  const findLine = indexLines(row.parts)
  const calls = new Map<string, number>()
  const changes = createNumbers()
  const changesByName = new Map<string, Map<string, number[]>>()
  row.parts.forEach((part, place) => {
    if (part.kind === 'tool-call' && part.toolCallId !== undefined) calls.set(part.toolCallId, place)
    for (const path of listChangedPaths(part)) {
      changes.push(place)
      const sameName = changesByName.get(readFileName(path)) ?? new Map<string, number[]>()
      changesByName.set(readFileName(path), addTo(sameName, path, place))
    }
  })
  const findCall = (part: Part, from: number): Part | undefined => {
    const place = calls.get(part.toolCallId ?? '')
    return place === undefined || place < readPlace(from) ? undefined : row.parts[place]
  }
  const runs = new Map<string, number[]>()
  row.parts.forEach((part, place) => {
    const call = part.kind === 'tool-result' && isSound(part) ? findCall(part, 0) : undefined
    const inspection = call === undefined ? null : readInspection(call)
    if (inspection !== null) addTo(runs, inspection, place)
  })
  const changed = changes.all()
  const findFirstChange = (from: number): number => changed[lowerBound(changed, readPlace(from))] ?? Infinity
  return {
    readPlace,
    findCall,
    findLine: (key, from) => row.messageIndices[findLine(key, readPlace(from))] ?? Infinity,
    listRuns: (inspection, from) => {
      const places = runs.get(inspection) ?? []
      return places
        .slice(lowerBound(places, readPlace(from)), lowerBound(places, findFirstChange(from)))
        .map((place) => row.messageIndices[place] ?? 0)
    },
    isChanged: (from, place, path) => {
      if (path === undefined) return findFirstChange(from) < place
      const start = readPlace(from)
      return [...(changesByName.get(readFileName(path)) ?? [])].some(
        ([other, places]) =>
          (places[lowerBound(places, start)] ?? Infinity) < place && isSameFile(path, other),
      )
    },
  }
}

function addTo(lists: Map<string, number[]>, key: string, value: number): Map<string, number[]> {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
  return lists
}

/** Finds the first part, from one on, that shows a line. Keys are sorted, since a map of millions would take most of the memory. */
function indexLines(parts: readonly Part[]): (key: number, from: number) => number {
  const starts = new Uint32Array(parts.length + 1)
  parts.forEach((part, place) => {
    starts[place + 1] = (starts[place] ?? 0) + readLineKeys(part).length
  })
  const keys = new Float64Array(starts.at(-1) ?? 0)
  parts.forEach((part, place) => keys.set(readLineKeys(part), starts[place]))
  const sorted = keys.toSorted()
  const distinct = sorted.subarray(0, dropRepeats(sorted))
  const findNumber = (key: number): number => lowerBound(distinct, key)
  const postings = buildPostings(Uint32Array.from(keys, findNumber), distinct.length)
  return (key, from) => {
    const number = findNumber(key)
    if (distinct[number] !== key) return parts.length
    const [first, end] = findPlaceRange(postings, number, starts[from] ?? 0)
    return first === end ? parts.length : findPartIndex(starts, postings.places[first] ?? 0)
  }
}

/** Moves each value of a sorted list to its beginning, once; gives how many there are. */
function dropRepeats(sorted: Float64Array): number {
  let count = 0
  for (const value of sorted) {
    if (count > 0 && sorted[count - 1] === value) continue
    sorted[count] = value
    count += 1
  }
  return count
}
