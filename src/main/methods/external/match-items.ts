/** Where each returned item stood among those that were sent: its index there, or null for one that is new. */
export type ItemMatches = readonly (number | null)[]

/** Cells of the table of a longest common subsequence; above it, equal items are matched as they come. */
const mostCells = 4_000_000

/**
 * Matches items that are equal, by their keys. As many as possible in the order in which they were sent; what is equal
 * to one of the others was moved. One that is equal to an item that is matched already is a copy of it, and has its
 * index once more.
 */
export function matchItems(sent: readonly string[], returned: readonly string[]): ItemMatches {
  const matches: (number | null)[] = returned.map(() => null)
  const used = new Set<number>()
  const take = (at: number, index: number): void => {
    matches[at] = index
    used.add(index)
  }
  const [from, cut] = [countCommonStart(sent, returned), countCommonEnd(sent, returned)]
  const end = Math.min(cut, Math.min(sent.length, returned.length) - from)
  for (let at = 0; at < from; at += 1) take(at, at)
  for (let back = 1; back <= end; back += 1) take(returned.length - back, sent.length - back)
  const middle = {
    sent: sent.slice(from, sent.length - end),
    returned: returned.slice(from, returned.length - end),
  }
  const pairs =
    middle.sent.length * middle.returned.length > mostCells
      ? matchForward(middle.sent, middle.returned)
      : findLongestCommon(middle.sent, middle.returned)
  for (const [at, index] of pairs) take(at + from, index + from)
  const places = Map.groupBy(
    sent.map((_, index) => index),
    (index) => sent[index] ?? '',
  )
  returned.forEach((key, at) => {
    if (matches[at] !== null) return
    const own = places.get(key) ?? []
    const free = own.find((index) => !used.has(index)) ?? own[0]
    if (free !== undefined) take(at, free)
  })
  return matches
}

function countCommonStart(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((key, index) => key !== b[index])
  return differs === -1 ? a.length : differs
}

function countCommonEnd(a: readonly string[], b: readonly string[]): number {
  let length = 0
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length += 1
  return length
}

type Pair = readonly [at: number, index: number]

function findLongestCommon(sent: readonly string[], returned: readonly string[]): Pair[] {
  const width = sent.length + 1
  const table = new Uint32Array((returned.length + 1) * width)
  const readCommonLength = (at: number, index: number): number => table[at * width + index] ?? 0
  for (let at = returned.length - 1; at >= 0; at -= 1)
    for (let index = sent.length - 1; index >= 0; index -= 1)
      table[at * width + index] =
        returned[at] === sent[index]
          ? readCommonLength(at + 1, index + 1) + 1
          : Math.max(readCommonLength(at + 1, index), readCommonLength(at, index + 1))
  const pairs: Pair[] = []
  for (let at = 0, index = 0; at < returned.length && index < sent.length;) {
    if (returned[at] === sent[index]) pairs.push([at++, index++])
    else if (readCommonLength(at + 1, index) >= readCommonLength(at, index + 1)) at += 1
    else index += 1
  }
  return pairs
}

function matchForward(sent: readonly string[], returned: readonly string[]): Pair[] {
  const pairs: Pair[] = []
  let index = 0
  returned.forEach((key, at) => {
    const found = sent.indexOf(key, index)
    if (found === -1) return
    pairs.push([at, found])
    index = found + 1
  })
  return pairs
}

/** A name for a JSON value, the same whatever the order of its keys. */
export function formatItemKey(item: unknown): string {
  return (
    JSON.stringify(item, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
        : value,
    ) ?? 'undefined'
  )
}
