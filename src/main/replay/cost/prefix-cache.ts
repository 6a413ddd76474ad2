import type { CacheRules, ReplayTokens } from '../../../shared/domain/replay.ts'

/** One beginning of requests: the item that it ends with is the key in its parent. */
type PrefixNode = { readonly next: Map<number, PrefixNode>; usedTs: number | null }

/** All beginnings of the requests of a task. */
type PrefixTree = {
  readonly root: PrefixNode
  readonly childOf: (node: PrefixNode, key: number) => PrefixNode | undefined
  /** When a request began like this, last; milliseconds, null unknown. */
  readonly usedOf: (node: PrefixNode) => number | null
  /** Marks a child as used, and makes it where there is none. */
  readonly use: (node: PrefixNode, key: number, ts: number | null) => PrefixNode
  /** Whether a request marked its end here, so that vendors with marks keep it. */
  readonly isMarked: (node: PrefixNode) => boolean
  readonly mark: (node: PrefixNode) => void
}

/** A segment of a request. Equal keys mean equal text, whatever message holds it. */
export type CacheItem = {
  readonly key: number
  readonly tokens: number
  /** False for what goes on in the content block of the item before. */
  readonly startsBlock?: boolean
}

/** What the record says of the cache at one request, whatever is sent. */
export type CacheLimit = {
  /** No more than this was read, although more was kept; null without such a limit. */
  readonly atMostTokens: number | null
  /** The last so many tokens of what was kept were not read, */
  readonly shortTokens: number
  /** though never more than this share of it: of less, less is missing. */
  readonly shortShare: number
  /** So much of the beginning was kept, by what is not replayed: other tasks, or requests that were not answered. */
  readonly sharedTokens: number
  /** So much of what is new was not written, although its vendor writes at a price. */
  readonly unwrittenTokens: number
}

export const noLimit: CacheLimit = {
  atMostTokens: null,
  shortTokens: 0,
  shortShare: 1,
  sharedTokens: 0,
  unwrittenTokens: 0,
}

export type SentTokens = Omit<ReplayTokens, 'output'>

/** What a vendor keeps of the requests of one task. */
export type PrefixCache = {
  /**
   * Sends a request at a time (milliseconds, null unknown) and says how its input was paid for; items come in groups,
   * one for each message. The style is that of the model which the request goes to; that of the cache if left out.
   */
  readonly send: (
    groups: readonly (readonly CacheItem[])[],
    ts: number | null,
    limit?: CacheLimit,
    style?: CacheRules,
  ) => SentTokens
  /** The same cache for what might have been sent instead; nothing may be sent to this one while the fork is in use. */
  readonly fork: () => PrefixCache
}

/**
 * A cache of prefixes: of each request the longest beginning that an earlier one had as well is read, if that one is
 * not older than the time-to-live. Beginnings end where items end; steps and least length are of the style.
 */
export function createPrefixCache(style: CacheRules): PrefixCache {
  return cacheOf(style, createPrefixTree(), { groups: [], ends: [], sums: [], blocks: [], ts: null })
}

/** The last request, group by group: where its path stands after each, and its tokens and blocks up to there. */
type Path = {
  readonly groups: readonly (readonly CacheItem[])[]
  readonly ends: readonly PrefixNode[]
  readonly sums: readonly number[]
  readonly blocks: readonly number[]
  readonly ts: number | null
}

function cacheOf(usual: CacheRules, tree: PrefixTree, begun: Path): PrefixCache {
  let last = begun
  return {
    send: (groups, ts, limit = noLimit, style = usual) => {
      const { atMostTokens, shortTokens, shortShare, sharedTokens, unwrittenTokens } = limit
      const { path, input, kept: same } = follow(tree, last, groups, ts, style)
      last = path
      const kept = style.lookBackBlocks === undefined ? same : markedWithin(tree, path, same, style)
      if (style.kind === 'none') return { uncached: input, cacheWrite: 0, cacheRead: 0 }
      const missing = Math.min(shortTokens, Math.round(kept * shortShare))
      const found = Math.min(
        Math.max(kept - missing, Math.min(sharedTokens, input)),
        atMostTokens ?? Infinity,
      )
      const stepped = found - (found % style.stepTokens)
      const cacheRead = stepped < style.leastTokens ? 0 : stepped
      const isWritten = style.kind === 'explicit' && input >= style.leastTokens
      const cacheWrite = isWritten ? Math.max(0, input - cacheRead - unwrittenTokens) : 0
      const long = Math.round(cacheWrite * (style.hourShare ?? 0))
      const sent = { uncached: input - cacheRead - cacheWrite, cacheWrite, cacheRead }
      return long === 0 ? sent : { ...sent, cacheWrite1h: long }
    },
    fork: () => cacheOf(usual, forkPrefixTree(tree), last),
  }
}

/**
 * Tokens of a request, and of its longest beginning that is still kept; all of it is kept from now on. Most requests
 * only add to the one before: what both have is not gone through again, and is marked as used when a request leaves it.
 */
function follow(
  tree: PrefixTree,
  last: Path,
  groups: readonly (readonly CacheItem[])[],
  ts: number | null,
  { timeToLiveMs }: CacheRules,
): { readonly path: Path; readonly input: number; readonly kept: number } {
  const other = last.groups.findIndex((group, at) => !isSameGroup(group, groups[at]))
  const common = other < 0 ? last.groups.length : other
  let left = last.ends[common - 1] ?? tree.root
  for (const { key } of last.groups.slice(common).flat()) left = tree.use(left, key, last.ts)
  const ends = last.ends.slice(0, common)
  const sums = last.sums.slice(0, common)
  const blocks = last.blocks.slice(0, common)
  let count = blocks.at(-1) ?? 0
  let node = ends.at(-1) ?? tree.root
  let input = sums.at(-1) ?? 0
  let isKept = common === 0 || isFresh(last.ts, ts, timeToLiveMs)
  let kept = isKept ? input : 0
  for (const items of groups.slice(common)) {
    for (const { key, tokens } of items) {
      input += tokens
      const next = tree.childOf(node, key)
      isKept &&= next !== undefined && isFresh(tree.usedOf(next), ts, timeToLiveMs)
      if (isKept) kept += tokens
      node = tree.use(node, key, ts)
    }
    for (const { startsBlock } of items) if (startsBlock !== false) count += 1
    ends.push(node)
    sums.push(input)
    blocks.push(count)
  }
  return { path: { groups, ends, sums, blocks, ts }, input, kept }
}

/** Agents mark the system prompt with the tools, the last message, and the one of the user before it. */
const marksFromEnd = [1, 3]

/**
 * Of a beginning that is the same, what an earlier request had marked the end of, within reach of a mark of this one. The
 * marks of this one are kept from now on.
 */
function markedWithin(
  tree: PrefixTree,
  { ends, sums, blocks }: Path,
  same: number,
  { lookBackBlocks }: CacheRules,
): number {
  const reach = lookBackBlocks ?? Infinity
  const marks = [0, ...marksFromEnd.map((back) => ends.length - back)].filter((at) => at >= 0)
  let found = 0
  for (const mark of new Set(marks)) {
    for (let at = mark; at >= 0 && (blocks[mark] ?? 0) - (blocks[at] ?? 0) < reach; at -= 1) {
      const [node, tokens] = [ends[at], sums[at] ?? 0]
      if (node === undefined || tokens > same || !tree.isMarked(node)) continue
      found = Math.max(found, tokens)
      break
    }
  }
  for (const mark of marks) {
    const node = ends[mark]
    if (node !== undefined) tree.mark(node)
  }
  return found
}

/** Groups of messages are the same lists as long as the message is; the prefix is a list of its own each time. */
function isSameGroup(group: readonly CacheItem[], other: readonly CacheItem[] | undefined): boolean {
  if (group === other) return true
  const [one, two] = [group[0], other?.[0]]
  return group.length === 1 && other?.length === 1 && one?.key === two?.key && one?.tokens === two?.tokens
}

function isFresh(usedTs: number | null, ts: number | null, timeToLiveMs: number | null): boolean {
  return timeToLiveMs === null || ts === null || usedTs === null || ts - usedTs <= timeToLiveMs
}

/** An empty tree. */
function createPrefixTree(): PrefixTree {
  const marked = new Set<PrefixNode>()
  return {
    isMarked: (node) => marked.has(node),
    mark: (node) => void marked.add(node),
    root: { next: new Map(), usedTs: null },
    childOf: (node, key) => node.next.get(key),
    usedOf: ({ usedTs }) => usedTs,
    use: (node, key, ts) => {
      const known = node.next.get(key)
      if (known !== undefined) {
        known.usedTs = ts
        return known
      }
      const made = { next: new Map<number, PrefixNode>(), usedTs: ts }
      node.next.set(key, made)
      return made
    },
  }
}

/** A tree that begins like another one, which stays as it is and must not change while this one is in use. */
function forkPrefixTree(base: PrefixTree): PrefixTree {
  const used = new Map<PrefixNode, number | null>()
  const made = new Map<PrefixNode, Map<number, PrefixNode>>()
  const marked = new Set<PrefixNode>()
  const childOf = (node: PrefixNode, key: number): PrefixNode | undefined =>
    made.get(node)?.get(key) ?? base.childOf(node, key)
  return {
    root: base.root,
    childOf,
    isMarked: (node) => marked.has(node) || base.isMarked(node),
    mark: (node) => void marked.add(node),
    usedOf: (node) => used.get(node) ?? base.usedOf(node),
    use: (node, key, ts) => {
      const known = childOf(node, key)
      const child = known ?? { next: new Map<number, PrefixNode>(), usedTs: null }
      if (known === undefined) {
        const own = made.get(node) ?? new Map<number, PrefixNode>()
        own.set(key, child)
        made.set(node, own)
      }
      used.set(child, ts)
      return child
    },
  }
}
