import type { CacheRules, ReplayTokens } from '../../../../../shared/replay/types.ts'

/** One beginning of requests: the item that it ends with is the key in its parent. */
type PrefixNode = { readonly next: Map<number, PrefixNode>; usedTs: number | null }

/** All beginnings of the requests of a task. */
type PrefixTree = {
  readonly root: PrefixNode
  readonly findChild: (node: PrefixNode, key: number) => PrefixNode | undefined
  /** When a request began like this, last; milliseconds, null unknown. */
  readonly readLastUse: (node: PrefixNode) => number | null
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
  /** Sends what the request before sent, with groups after it; the first group may be another one. */
  readonly sendMore: (
    first: readonly CacheItem[],
    added: readonly (readonly CacheItem[])[],
    ts: number | null,
    limit?: CacheLimit,
    style?: CacheRules,
  ) => SentTokens
  /** Uses all that the request before sent once more, where it is still kept; nothing is written. */
  readonly touch: (ts: number, style?: CacheRules) => void
  /** What the request before sent. */
  readonly sent: () => readonly (readonly CacheItem[])[]
  /** The same cache for what might have been sent instead; nothing may be sent to this one while the fork is in use. */
  readonly fork: () => PrefixCache
}

/**
 * A cache of prefixes: of each request the longest beginning that an earlier one had as well is read, if that one is
 * not older than the time-to-live. Beginnings end where items end; steps and least length are of the style.
 */
export function createPrefixCache(style: CacheRules): PrefixCache {
  return createPathCache(style, createPrefixTree(), { groups: [], ends: [], sums: [], blocks: [], ts: null })
}

/** The last request, group by group: where its path stands after each, and its tokens and blocks up to there. */
type Path = {
  readonly groups: (readonly CacheItem[])[]
  readonly ends: PrefixNode[]
  readonly sums: number[]
  readonly blocks: number[]
  ts: number | null
}

function createPathCache(usual: CacheRules, tree: PrefixTree, path: Path): PrefixCache {
  /** Pays for the path as it stands, of which so many tokens were kept. */
  const pay = (same: number, limit: CacheLimit, style: CacheRules): SentTokens => {
    const { atMostTokens, shortTokens, shortShare, sharedTokens, unwrittenTokens } = limit
    const input = path.sums.at(-1) ?? 0
    const kept = style.lookBackBlocks === undefined ? same : countMarkedTokens(tree, path, same, style)
    if (style.kind === 'none') return { uncached: input, cacheWrite: 0, cacheRead: 0 }
    const missing = Math.min(shortTokens, Math.round(kept * shortShare))
    const found = Math.min(Math.max(kept - missing, Math.min(sharedTokens, input)), atMostTokens ?? Infinity)
    const stepped = found - (found % style.stepTokens)
    const cacheRead = stepped < style.leastTokens ? 0 : stepped
    const isWritten = style.kind === 'explicit' && input >= style.leastTokens
    const cacheWrite = isWritten ? Math.max(0, input - cacheRead - unwrittenTokens) : 0
    const long = Math.round(cacheWrite * (style.hourShare ?? 0))
    const sent = { uncached: input - cacheRead - cacheWrite, cacheWrite, cacheRead }
    return long === 0 ? sent : { ...sent, cacheWrite1h: long }
  }
  const cache: PrefixCache = {
    send: (groups, ts, limit = noLimit, style = usual) => {
      resizeFirst(path, groups[0])
      const other = path.groups.findIndex((group, at) => !isSameGroup(group, groups[at]))
      const common = other < 0 ? path.groups.length : other
      leavePath(tree, path, common)
      return pay(goOn(tree, path, groups.slice(common), ts, style), limit, style)
    },
    sendMore: (first, added, ts, limit = noLimit, style = usual) => {
      resizeFirst(path, first)
      const [before] = path.groups
      if (before !== undefined && isSameGroup(before, first))
        return pay(goOn(tree, path, added, ts, style), limit, style)
      return cache.send([first, ...path.groups.slice(1), ...added], ts, limit, style)
    },
    touch: (ts, { timeToLiveMs } = usual) => {
      if (isFresh(path.ts, ts, timeToLiveMs)) path.ts = ts
    },
    sent: () => path.groups,
    fork: () =>
      createPathCache(usual, forkPrefixTree(tree), {
        groups: [...path.groups],
        ends: [...path.ends],
        sums: [...path.sums],
        blocks: [...path.blocks],
        ts: path.ts,
      }),
  }
  return cache
}

/** System prompt and tools may count differently from request to request, and are the same text all the same. */
function resizeFirst({ groups, sums }: Path, first: readonly CacheItem[] | undefined): void {
  const [before] = groups
  if (before?.length !== 1 || first?.length !== 1 || before[0]?.key !== first[0]?.key) return
  const more = (first[0]?.tokens ?? 0) - (before[0]?.tokens ?? 0)
  groups[0] = first
  if (more !== 0) for (const [at, sum] of sums.entries()) sums[at] = sum + more
}

/**
 * Leaves a path after so many groups. What requests have in common is not gone through again with each of them, and is
 * marked as used when one leaves it.
 */
function leavePath(tree: PrefixTree, { groups, ends, sums, blocks, ts }: Path, common: number): void {
  let left = ends[common - 1] ?? tree.root
  for (let at = common; at < groups.length; at += 1)
    for (const { key } of groups[at] ?? []) left = tree.use(left, key, ts)
  for (const list of [groups, ends, sums, blocks]) list.length = common
}

/** Goes on along a path, all of which is kept from now on. Gives the tokens of its longest beginning that still was. */
function goOn(
  tree: PrefixTree,
  path: Path,
  added: readonly (readonly CacheItem[])[],
  ts: number | null,
  { timeToLiveMs }: CacheRules,
): number {
  const { groups, ends, sums, blocks } = path
  let count = blocks.at(-1) ?? 0
  let node = ends.at(-1) ?? tree.root
  let input = sums.at(-1) ?? 0
  let isKept = groups.length === 0 || isFresh(path.ts, ts, timeToLiveMs)
  let kept = isKept ? input : 0
  for (const items of added) {
    for (const { key, tokens, startsBlock } of items) {
      input += tokens
      const next = tree.findChild(node, key)
      isKept &&= next !== undefined && isFresh(tree.readLastUse(next), ts, timeToLiveMs)
      if (isKept) kept += tokens
      node = tree.use(node, key, ts)
      if (startsBlock !== false) count += 1
    }
    groups.push(items)
    ends.push(node)
    sums.push(input)
    blocks.push(count)
  }
  path.ts = ts
  return kept
}

/** Agents mark the system prompt with the tools, the last message, and the one of the user before it. */
const marksFromEnd = [1, 3]

/**
 * Of a beginning that is the same, what an earlier request had marked the end of, within reach of a mark of this one. The
 * marks of this one are kept from now on.
 */
function countMarkedTokens(
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
    findChild: (node, key) => node.next.get(key),
    readLastUse: ({ usedTs }) => usedTs,
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
  const findChild = (node: PrefixNode, key: number): PrefixNode | undefined =>
    made.get(node)?.get(key) ?? base.findChild(node, key)
  return {
    root: base.root,
    findChild,
    isMarked: (node) => marked.has(node) || base.isMarked(node),
    mark: (node) => void marked.add(node),
    readLastUse: (node) => used.get(node) ?? base.readLastUse(node),
    use: (node, key, ts) => {
      const known = findChild(node, key)
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
