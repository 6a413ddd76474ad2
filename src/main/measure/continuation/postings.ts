import type { Part } from '../../../shared/kernel/part.ts'

/** A list of whole numbers from 0 that grows. */
export type Numbers = {
  readonly push: (value: number) => void
  readonly length: () => number
  /** Those that were pushed, as one array. */
  readonly all: () => Uint32Array
}

/** An empty list of numbers below 2^32, which takes 4 bytes for each. */
export function createNumbers(): Numbers {
  let values = new Uint32Array(1024)
  let length = 0
  return {
    push: (value) => {
      if (length === values.length) {
        const more = new Uint32Array(2 * length)
        more.set(values)
        values = more
      }
      values[length] = value
      length += 1
    },
    length: () => length,
    all: () => values.subarray(0, length),
  }
}

/** Where each number of a list stands in it, ascending. */
export type Postings = {
  /** Index in `places` of the first place of a number; that of the next number ends them. */
  readonly starts: Uint32Array
  readonly places: Uint32Array
}

/** The places of each number below `count` in a list. */
export function buildPostings(values: Uint32Array, count: number): Postings {
  const starts = new Uint32Array(count + 1)
  for (const value of values) starts[value + 1] = (starts[value + 1] ?? 0) + 1
  for (let at = 1; at <= count; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0)
  const next = starts.slice()
  const places = new Uint32Array(values.length)
  values.forEach((value, place) => {
    const at = next[value] ?? 0
    places[at] = place
    next[value] = at + 1
  })
  return { starts, places }
}

/** Indices in `places` of those of a number that are not below `least`: the first, and the end. */
export function findPlaceRange(
  { starts, places }: Postings,
  number: number,
  least: number,
): readonly [first: number, end: number] {
  const end = starts[number + 1] ?? 0
  return [findFirstAtLeast(places, least, starts[number] ?? 0, end), end]
}

/** The first index from `low` on, and below `high`, of an ascending list whose value is not below `least`; `high` where none is. */
export function findFirstAtLeast(values: Uint32Array, least: number, low = 0, high = values.length): number {
  let [from, end] = [low, high]
  while (from < end) {
    const middle = (from + end) >>> 1
    if ((values[middle] ?? 0) < least) from = middle + 1
    else end = middle
  }
  return from
}

/** All parts of a conversation in one row. */
export type PartRow = {
  readonly parts: readonly Part[]
  readonly messageIndices: readonly number[]
  readonly partIndices: readonly number[]
  /** Index in the row of the first part of a message, and of what follows the last one. */
  readonly firstOf: Uint32Array
}

/** Puts the parts of each message in one row. */
export function buildPartRow(all: readonly (readonly Part[])[]): PartRow {
  const firstOf = new Uint32Array(all.length + 1)
  all.forEach((own, index) => {
    firstOf[index + 1] = (firstOf[index] ?? 0) + own.length
  })
  return {
    parts: all.flat(),
    messageIndices: all.flatMap((own, index) => own.map(() => index)),
    partIndices: all.flatMap((own) => own.map((_, index) => index)),
    firstOf,
  }
}

/** Index in a row of the part that holds a place. `starts` are the first places of the parts, ascending, parts without any among them. */
export function findPartIndex(starts: Uint32Array, place: number): number {
  return findFirstAtLeast(starts, place + 1) - 1
}
