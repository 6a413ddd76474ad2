import type { CacheBreak } from '../../../../../shared/replay/cache-audit-types.ts'
import type { AuditedRequest, Difference } from './audited-request.ts'

type Told = Pick<CacheBreak, 'cause'> &
  Partial<Pick<CacheBreak, 'at' | 'pauseMs' | 'timeToLiveMs' | 'toldBy'>>

/** A request that paid again, and the one before whose beginning it shares. */
export type BrokenAt = {
  readonly request: AuditedRequest
  readonly before: AuditedRequest
  /** The first item that they do not share; null where all of the one before stands in this one. */
  readonly difference: Difference | null
  /** Tokens that they share, and what of these was not read. */
  readonly common: number
  readonly missed: number
  /** What other tasks had left in the cache when the first request came: the system prompt and the tools, mostly. */
  readonly systemTokens: number
  /** Whether messages of either are not known, so that sizes alone tell. */
  readonly isBySize: boolean
}

/** Where messages differ, why. */
export type ExplainMessages = () => Pick<CacheBreak, 'cause' | 'at'>

/** How long vendors keep a beginning at least, where the record does not say. */
const shortLifeMs = 5 * 60 * 1000
const longLifeMs = 60 * 60 * 1000

/**
 * Why a request paid again. Another model or a pause loses everything; else what differs first; else where the reading
 * ended says in which layer the difference must be.
 */
export function findBreakCause(broken: BrokenAt, explain: ExplainMessages): Told {
  const { request, before, difference, isBySize, common, missed } = broken
  const isAllLost = missed >= common / 2 && (missed > 0 || difference?.group === 0 || isBySize)
  if (isAllLost && isOther(request.model, before.model)) return { cause: 'model' }
  const times = findCacheLife(request, before)
  // What a condensation replaced was lost to it, however long ago it was made.
  const isReplaced = request.isCondensed && difference !== null
  if (isAllLost && !isReplaced && times.pauseMs > times.timeToLiveMs) return { cause: 'pause', ...times }
  if (difference === null) return findUnseenCause(broken, times)
  if (isBySize) return { cause: request.isCondensed ? 'condensation' : 'edited', toldBy: 'size' }
  return difference.group === 0 ? findPrefixCause(broken) : explain()
}

function isOther(model: string | null, before: string | null): boolean {
  return model !== null && before !== null && model !== before
}

function findCacheLife(
  request: AuditedRequest,
  before: AuditedRequest,
): { readonly pauseMs: number; readonly timeToLiveMs: number } {
  const { cacheWrite, cacheWrite1h } = before.tokens
  const isLong = cacheWrite1h > 0 && cacheWrite1h >= cacheWrite / 2
  const timeToLiveMs = isLong ? longLifeMs : (request.style.leastLifeMs ?? shortLifeMs)
  return { pauseMs: Math.max(0, (request.ts ?? 0) - (before.ts ?? request.ts ?? 0)), timeToLiveMs }
}

/** Sizes of the system prompt are those of a fit. */
const levelShare = 0.05

/** Of requests with the same messages, model and time: the layer in which they must differ. */
function findUnseenCause(
  { request, before, systemTokens }: BrokenAt,
  { pauseMs, timeToLiveMs }: ReturnType<typeof findCacheLife>,
): Told {
  const { style, tokens, sent } = request
  if (pauseMs > timeToLiveMs) return { cause: 'pause', pauseMs, timeToLiveMs }
  if (style.lookBackBlocks != null && countAddedBlocks(request, before) > style.lookBackBlocks)
    return { cause: 'look-back' }
  if (style.kind !== 'explicit') return { cause: 'vendor' }
  const levels = [systemTokens, sent?.prefix.tokens ?? 0].filter((level) => level > 0)
  const isAt = (level: number): boolean => Math.abs(tokens.cacheRead - level) <= levelShare * level
  if (levels.some(isAt)) return { cause: 'settings', toldBy: 'read-end' }
  if (levels.some((level) => tokens.cacheRead < level)) return { cause: 'prefix', toldBy: 'read-end' }
  return { cause: 'unknown' }
}

/**
 * The system prompt has another size. Behind a condensation that size holds what was put back as well, so nothing says
 * that the prompt changed; where messages only came and the input shrank, something else was left out.
 */
function findPrefixCause({ request, before }: BrokenAt): Told {
  if (request.isCondensed) return { cause: 'condensation', toldBy: 'size' }
  const [now, had] = [sumRequestInput(request), sumRequestInput(before)]
  const hasGrown = (request.sent?.count ?? 0) >= (before.sent?.count ?? 0)
  const isRead = request.tokens.cacheRead > (request.sent?.prefix.tokens ?? 0) * (1 + levelShare)
  return { cause: now < had && hasGrown && isRead ? 'edited' : 'prefix', toldBy: 'size' }
}

function sumRequestInput({ tokens }: AuditedRequest): number {
  return tokens.uncached + tokens.cacheWrite + tokens.cacheRead
}

function countAddedBlocks({ sent }: AuditedRequest, { sent: before }: AuditedRequest): number {
  if (sent === null || before === null) return 0
  const added = sent.groups.slice(before.count, sent.count).flat()
  return added.filter(({ startsBlock }) => startsBlock !== false).length
}
