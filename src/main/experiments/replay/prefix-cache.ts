import type { CacheStyle, ReplayTokens } from '../../../shared/domain/replay.ts'

/** A stretch of a request. Equal keys mean equal text, whatever message holds it. */
export type CacheItem = { readonly key: number; readonly tokens: number }

/** What the record says of the cache at one request, whatever is sent. */
export type CacheLimit = {
  /** No more than this was read, although more was kept; null without such a limit. */
  readonly atMostTokens: number | null
  /** The last so many tokens of what was kept were not read. */
  readonly shortTokens: number
  /** So much of the beginning was kept already, by what is not replayed; counts where nothing else was kept. */
  readonly warmTokens: number
}

export const noLimit: CacheLimit = { atMostTokens: null, shortTokens: 0, warmTokens: 0 }

export type SentTokens = Omit<ReplayTokens, 'output'>

/** What a vendor keeps of the requests of one task. */
export type PrefixCache = {
  /** Sends a request at a time (milliseconds, null unknown) and says how its input was paid for. */
  readonly send: (items: readonly CacheItem[], ts: number | null, limit?: CacheLimit) => SentTokens
}

type Node = { readonly next: Map<number, Node>; usedTs: number | null }

/**
 * A cache of prefixes: of each request the longest beginning that an earlier one had as well is read, if that one is
 * not older than the time-to-live. Beginnings end where items end; steps and least length are of the style.
 */
export function createPrefixCache(style: CacheStyle): PrefixCache {
  const root: Node = { next: new Map(), usedTs: null }
  return {
    send: (items, ts, { atMostTokens, shortTokens, warmTokens } = noLimit) => {
      const input = items.reduce((sum, { tokens }) => sum + tokens, 0)
      if (style.kind === 'none') return { uncached: input, cacheWrite: 0, cacheRead: 0 }
      const kept = keepAndFind(root, items, ts, style.timeToLiveMs)
      const warm = kept > 0 ? 0 : Math.min(warmTokens, input)
      const found = Math.min(Math.max(0, kept - shortTokens) + warm, atMostTokens ?? Infinity)
      const stepped = found - (found % style.stepTokens)
      const cacheRead = stepped < style.leastTokens ? 0 : stepped
      const isWritten = style.kind === 'explicit' && input >= style.leastTokens
      const cacheWrite = isWritten ? input - cacheRead : 0
      return { uncached: input - cacheRead - cacheWrite, cacheWrite, cacheRead }
    },
  }
}

/** Tokens of the longest beginning that is still kept; all of the request is kept from now on. */
function keepAndFind(
  root: Node,
  items: readonly CacheItem[],
  ts: number | null,
  timeToLiveMs: number | null,
): number {
  let node = root
  let found = 0
  let isKept = true
  for (const { key, tokens } of items) {
    let next = node.next.get(key)
    isKept &&= next !== undefined && isFresh(next, ts, timeToLiveMs)
    if (isKept) found += tokens
    if (next === undefined) {
      next = { next: new Map(), usedTs: ts }
      node.next.set(key, next)
    }
    next.usedTs = ts
    node = next
  }
  return found
}

function isFresh({ usedTs }: Node, ts: number | null, timeToLiveMs: number | null): boolean {
  return timeToLiveMs === null || ts === null || usedTs === null || ts - usedTs <= timeToLiveMs
}
