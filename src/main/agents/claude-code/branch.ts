import { append } from '../../../shared/kernel/append.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { isRecord, type Fields } from '../json/fields.ts'
import { holdsCompaction, type Transcript, type TreeLine } from './lines.ts'
import { answersCall, listCallIds, createWays, isShown, type Way } from './way.ts'

/** What is on the way from a line back to where its context begins. */
export type Branch = {
  /** Lines that are sent, in the order in which they are. While the branch grows it is one list, to which lines are added. */
  readonly lines: readonly TreeLine[]
  /** How often a parent was missing, and the line before took its place. */
  readonly gaps: number
}

export type Branches = {
  /** The line that a line follows: where the file lacks it, the one before it. */
  readonly findParent: (line: TreeLine) => TreeLine | null
  /** The context whose last line is `leaf`, of what stands before `before` in the file. Later calls name later places. */
  readonly upTo: (leaf: TreeLine | null, before: number) => Branch
  /** What a compaction kept of the messages before it. */
  readonly keptBy: (boundary: TreeLine) => ReadonlySet<TreeLine>
}

/** Branches that are kept, for processes that write into one file in turn. */
const mostKept = 8

/**
 * Follows the branches of a transcript. Parents alone lose lines: results of parallel calls hang beside each other, and
 * lines of one response may. What belongs to a response on the way is on it too.
 */
export function createBranches(transcript: Transcript): Branches {
  const preserved = listPreservedLines(transcript)
  const parents = createParents(transcript, preserved)
  const withPreserved = createWithPreserved(preserved)
  const wayOf = createWays(transcript)
  /** Ways that were left, each by its last line. One that missed something that came late is begun anew. */
  const left = new Map<TreeLine, Way>()
  let [way, isWhole] = [wayOf([]), true]
  const leave = (): void => {
    const last = way.path.at(-1)
    if (last === undefined || !isWhole) return
    left.delete(last)
    left.set(last, way)
    const [oldest] = left.keys()
    if (left.size > mostKept && oldest !== undefined) left.delete(oldest)
  }
  /** Goes to the way that begins with `start` and has `added` behind it. */
  const switchWay = (start: readonly TreeLine[], added: readonly TreeLine[]): void => {
    leave()
    const at = added.findLastIndex((line, place) => left.get(line)?.isBehind(added.slice(place + 1)) === true)
    const tip = added[at]
    const known = tip === undefined ? undefined : left.get(tip)
    // It goes on from here: whoever comes back to this line needs another way.
    if (tip !== undefined) left.delete(tip)
    way = known ?? wayOf(start)
    isWhole = true
    for (const line of known === undefined ? added : added.slice(at + 1)) way.enter(line)
  }
  return {
    findParent: parents.of,
    keptBy: (boundary) => preserved.of(boundary)?.lines() ?? new Set(),
    upTo: (leaf, before) => {
      const added: TreeLine[] = []
      let at = leaf
      while (at !== null && !way.places.has(at)) {
        added.push(at)
        at = holdsCompaction(at) ? null : parents.of(at)
      }
      added.reverse()
      const common = at === null ? 0 : (way.places.get(at) ?? -1) + 1
      if (common < way.path.length || common === 0) switchWay(way.path.slice(0, common), added)
      else {
        isWhole &&= way.isBehind(added)
        for (const line of added) way.enter(line)
      }
      const sent = way.sentBefore(before)
      return { lines: withPreserved(sent, way.path[0]), gaps: parents.gaps() }
    },
  }
}

/** Finds the line that a line follows, each time an earlier one. */
function createParents({ lines, byUuid }: Transcript, preserved: AllPreserved) {
  const orphans = new Set<TreeLine>()
  return {
    gaps: () => orphans.size,
    of: (line: TreeLine): TreeLine | null => {
      if (line.parentUuid === null) return null
      const parent = byUuid.get(line.parentUuid)
      // A parent that is written later would be a circle.
      if (parent === undefined || parent.at >= line.at) {
        orphans.add(line)
        return lines[line.at - 1] ?? null
      }
      // What was kept of the messages before a compaction leads back to these: the way goes on at the summary.
      const kept = preserved.lastBefore(line.at)
      return kept !== undefined && parent.at < kept.boundary.at && kept.lines().has(parent)
        ? kept.anchor
        : parent
    },
  }
}

/** What a newer compaction kept of the messages before it. */
type Preserved = {
  readonly boundary: TreeLine
  /** The line that the kept ones stand behind: the summary. */
  readonly anchor: TreeLine
  /** They may be all that stand before, for each of many compactions: found when they are asked for. */
  readonly lines: () => ReadonlySet<TreeLine>
}

type AllPreserved = {
  readonly of: (boundary: TreeLine | undefined) => Preserved | undefined
  /** The last one whose boundary stands before a place in the file. */
  readonly lastBefore: (at: number) => Preserved | undefined
}

function listPreservedLines(transcript: Transcript): AllPreserved {
  const { lines, byUuid } = transcript
  let last: { readonly key: string; readonly lines: ReadonlySet<TreeLine> } | null = null
  const linesOf = (key: string, find: () => ReadonlySet<TreeLine>): ReadonlySet<TreeLine> => {
    if (last?.key !== key) last = { key, lines: find() }
    return last.lines
  }
  const all = lines.flatMap((boundary): Preserved[] => {
    const metadata = boundary.value['compactMetadata']
    const { preservedMessages: kept, preservedSegment: segment } = isRecord(metadata) ? metadata : {}
    const named = isRecord(kept) ? kept : segment
    if (!isRecord(named)) return []
    const anchor = byUuid.get(toSafeString(named['anchorUuid'])) ?? boundary
    const [head, tail] = [toSafeString(named['headUuid']), toSafeString(named['tailUuid'])]
    return [
      {
        boundary,
        anchor,
        lines: isRecord(kept)
          ? () => linesOf(`${boundary.at}`, () => findNamedLines(kept, transcript))
          : () => linesOf(JSON.stringify([head, tail]), () => findLinesBetween(named, transcript)),
      },
    ]
  })
  const byBoundary = new Map(all.map((one) => [one.boundary, one]))
  return {
    of: (boundary) => (boundary === undefined ? undefined : byBoundary.get(boundary)),
    lastBefore: (at) => {
      let [from, to] = [0, all.length]
      while (from < to) {
        const middle = (from + to) >> 1
        if ((all[middle]?.boundary.at ?? at) < at) from = middle + 1
        else to = middle
      }
      return all[from - 1]
    },
  }
}

function findNamedLines(kept: Fields, { byUuid }: Transcript): ReadonlySet<TreeLine> {
  const uuids: readonly unknown[] = [kept['allUuids'], kept['uuids']].find(Array.isArray) ?? []
  return new Set(uuids.flatMap((uuid) => byUuid.get(toSafeString(uuid)) ?? []))
}

/** The way from the last line that was kept back to the first, and what belongs to the responses on it; none where it breaks off. */
function findLinesBetween(
  { headUuid, tailUuid }: Fields,
  { lines, byUuid, responses }: Transcript,
): ReadonlySet<TreeLine> {
  const tail = byUuid.get(toSafeString(tailUuid))
  const way = new Set<TreeLine>()
  let at = tail
  while (at !== undefined && !way.has(at)) {
    way.add(at)
    if (at.uuid === headUuid) break
    at = byUuid.get(at.parentUuid ?? '')
  }
  if (at === undefined || at.uuid !== headUuid) return new Set()
  const own = [...way].flatMap((line) => responses.get(line.responseKey ?? '') ?? [])
  const calls = new Set(listCallIds(own))
  const all = new Set([...way, ...own])
  const between = lines.slice(at.at, (tail ?? at).at + 1)
  return new Set(between.filter((line) => all.has(line) || answersCall(line, calls)))
}

/** How far a list of lines was read, and what is sent for it. */
type WithPreserved = { read: number; readonly isBehindAnchor: boolean; readonly lines: TreeLine[] }

/** Puts what a compaction kept behind its summary. For a list that grows it is one list, which grows with that. */
function createWithPreserved(preserved: AllPreserved) {
  const known = new WeakMap<readonly TreeLine[], WithPreserved>()
  const make = (sent: readonly TreeLine[], { anchor, lines }: Preserved): WithPreserved => {
    const own = new Set(sent)
    const added = [...lines()].filter((line) => isShown(line) && !own.has(line))
    const place = sent.indexOf(anchor) + 1
    return {
      read: sent.length,
      isBehindAnchor: place > 0,
      lines: [...sent.slice(0, place), ...added, ...sent.slice(place)],
    }
  }
  return (sent: readonly TreeLine[], root: TreeLine | undefined): readonly TreeLine[] => {
    const kept = preserved.of(root)
    if (kept === undefined) return sent
    let own = known.get(sent)
    // What stands behind the boundary was kept by nobody: only the place of the summary may turn up late.
    if (own === undefined || (!own.isBehindAnchor && sent.includes(kept.anchor, own.read)))
      own = make(sent, kept)
    known.set(sent, own)
    append(own.lines, sent.slice(own.read))
    own.read = sent.length
    return own.lines
  }
}
