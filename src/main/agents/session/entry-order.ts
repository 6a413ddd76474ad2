import type { Message } from '../../../shared/kernel/message.ts'
import { countHeldChars, lightenMessage, mostHeldChars } from '../../platform/files/text-shelf.ts'
import { EndlessHistory, mostLooks } from './endless-history.ts'

/** A message of a session, before it has a place. One object is one message, however often it was sent. */
export type Entry = {
  readonly message: Message
  /** Whether it stands for another entry, as a cleared result does; no message of its own to the agent. */
  readonly isCopy?: boolean
}

/** A history as it was at some time: the first `length` entries of a list that may have grown since. */
export type SentHistory = { readonly list: readonly Entry[]; readonly length: number }

/** What is sent, as it differs from what was sent before; `last` is the last entry of it. */
export type PlacedHistory = {
  readonly added: readonly Entry[]
  readonly gone: readonly Entry[]
  readonly last: Entry | null
}

export type EntryOrder = {
  /**
   * Finds places for the entries of a history. Where one contradicts the order, a copy of it stands in it. Throws
   * `EndlessHistory` where all histories together are too many messages to be looked at. A list that is
   * given again may have grown since, and was changed in no other way: only what was added to it is looked at. Of a list
   * that has grown beyond what is meant, `length` says how much is.
   */
  readonly place: (history: readonly Entry[], length?: number) => PlacedHistory
  /** Puts entries at the end, those that have no place yet; gives the first of them. */
  readonly append: (entries: readonly Entry[]) => Entry | null
  readonly entries: () => readonly Entry[]
}

/** `rank` grows from the first to the last. */
type Node = { readonly entry: Entry; before: Node | null; after: Node | null; rank: number }

/**
 * One order for all entries of a session, in which those of each request ascend. What is new stands before the known entry
 * that follows it, a summary before what was kept, and at the end where none does.
 */
export function createEntryOrder(mostChars = mostHeldChars): EntryOrder {
  const list = createList()
  const nodes = new Map<Entry, Node>()
  const copies = new Map<Entry, Node[]>()
  let input: readonly Entry[] = []
  let looks = 0
  const placed: Node[] = []
  const hold = createHolder(mostChars, () => nodes.keys())
  const findNodes = (entry: Entry): readonly Node[] => {
    const own = nodes.get(entry)
    return own === undefined ? [] : [own, ...(copies.get(entry) ?? [])]
  }
  const insert = (entry: Entry, following: Node | null): Node => {
    const isKnown = nodes.has(entry)
    if (!isKnown) hold(entry)
    const node = list.insertBefore(isKnown ? { ...entry, isCopy: true } : entry, following)
    if (isKnown) copies.set(entry, [...(copies.get(entry) ?? []), node])
    else nodes.set(entry, node)
    return node
  }
  const placeEntry = (entry: Entry, last: Node | undefined, following: Entry | null): Node => {
    const lastRank = last?.rank ?? 0
    const fitting = findNodes(entry).find(({ rank }) => rank > lastRank)
    if (fitting !== undefined) return fitting
    const known = following === null ? [] : findNodes(following)
    return insert(entry, known.find(({ rank }) => rank > lastRank) ?? null)
  }
  return {
    place: (history, length = history.length) => {
      // The list before may have grown behind what was placed of it.
      const most = Math.min(length, placed.length)
      let same = history === input ? most : 0
      while (same < most && input[same] === history[same]) same += 1
      // To see that a message is the same takes a small part of what it takes to find a place for one.
      looks += length + placed.length - 2 * same + (history === input ? 0 : same / 16)
      if (looks > mostLooks) throw new EndlessHistory()
      const before = placed.slice(same)
      const following = findNextKnown(history, [same, length], (entry) => nodes.has(entry))
      placed.length = same
      for (let at = same; at < length; at += 1) {
        const entry = history[at]
        if (entry !== undefined) placed.push(placeEntry(entry, placed.at(-1), following[at - same] ?? null))
      }
      input = history
      const after = placed.slice(same)
      const [had, has] = [new Set(before), new Set(after)]
      return {
        added: after.filter((node) => !had.has(node)).map(({ entry }) => entry),
        gone: before.filter((node) => !has.has(node)).map(({ entry }) => entry),
        last: placed.at(-1)?.entry ?? null,
      }
    },
    append: (entries) => {
      const [first] = entries.map((entry) => nodes.get(entry) ?? insert(entry, null))
      return first?.entry ?? null
    },
    entries: () => list.entries(),
  }
}

/** Of a session that says more than memory should hold, each message is kept packed: those from here on, and those before. */
function createHolder(mostChars: number, listBefore: () => Iterable<Entry>): (entry: Entry) => void {
  let heldChars = 0
  const lighten = (entry: Entry): void => {
    Object.assign(entry, { message: lightenMessage(entry.message) })
  }
  return (entry) => {
    if (heldChars > mostChars) return lighten(entry)
    heldChars += countHeldChars(entry.message.content)
    if (heldChars <= mostChars) return
    lighten(entry)
    for (const own of listBefore()) lighten(own)
  }
}

/** For each place from `start` to `end` the next entry behind it, before `end`, that has a place already. */
function findNextKnown(
  history: readonly Entry[],
  [start, end]: readonly [number, number],
  isKnown: (entry: Entry) => boolean,
): readonly (Entry | null)[] {
  const found: (Entry | null)[] = []
  let next: Entry | null = null
  for (let at = end - 1; at >= start; at -= 1) {
    found.push(next)
    const entry = history[at]
    if (entry !== undefined && isKnown(entry)) next = entry
  }
  return found.toReversed()
}

function createList() {
  let [first, last]: [Node | null, Node | null] = [null, null]
  const renumber = (): void => {
    let rank = 1
    for (let node = first; node !== null; node = node.after) node.rank = rank++
  }
  return {
    /** At the end where nothing follows. */
    insertBefore: (entry: Entry, following: Node | null): Node => {
      const before: Node | null = following === null ? last : following.before
      const low = before?.rank ?? 0
      const node: Node = {
        entry,
        before,
        after: following,
        rank: following === null ? low + 1 : (low + following.rank) / 2,
      }
      if (before === null) first = node
      else before.after = node
      if (following === null) last = node
      else following.before = node
      // Halves of halves run out.
      if (node.rank <= low || (following !== null && node.rank >= following.rank)) renumber()
      return node
    },
    entries: (): readonly Entry[] => {
      const all: Entry[] = []
      for (let node = first; node !== null; node = node.after) all.push(node.entry)
      return all
    },
  }
}
