import type {
  CacheAudit,
  CacheBreak,
  CacheCause,
  CauseSum,
  CauseSums,
  PaidInput,
} from '../../../shared/domain/cache-audit.ts'
import type { ModelPrices } from '../../../shared/domain/pricing.ts'
import type { CacheRules } from '../../../shared/domain/replay.ts'
import { sumKnown } from '../../../shared/lib/numbers.ts'
import { inputRates, type InputRates } from '../../engine/pricing/cost.ts'
import type { ReplayItem } from '../replay-task.ts'

type Group = readonly ReplayItem[]

/** One request as the audit sees it: what it sent, and how its input was paid for. */
export type AuditedRequest = {
  /** From 0, in the order of the record. */
  readonly request: number
  readonly ts: number | null
  readonly model: string | null
  /** The system prompt and the tools, then one group for each message; null where nobody knows what was sent. */
  readonly groups: readonly Group[] | null
  readonly tokens: {
    readonly uncached: number
    readonly cacheWrite: number
    /** Of `cacheWrite`, what is kept for an hour. */
    readonly cacheWrite1h: number
    readonly cacheRead: number
    readonly output: number
  }
  readonly prices: ModelPrices | null
  readonly style: CacheRules
  /** Whether something was condensed before it since the request before. */
  readonly isCondensed: boolean
}

/** The first item that two requests do not share. */
export type Difference = {
  /** 0 is the system prompt and the tools. */
  readonly group: number
  readonly item: number
}

/** Why two requests with different messages differ, and where; asked only where they do. */
export type ExplainDifference = (
  before: number,
  now: number,
  difference: Difference,
) => { readonly cause: CacheCause; readonly at: CacheBreak['at'] }

/** A request with what is needed to hold later ones against it. */
type Past = { readonly place: number; readonly request: AuditedRequest; readonly held: number }

/** What a request shares with one before it. */
type Shared = {
  readonly past: Past
  readonly tokens: number
  /** Null where all that the other one sent stands in this one as well. */
  readonly difference: Difference | null
}

/** Requests that later ones left, of which a branch or a subtask may go on. */
const mostBranches = 8
/** A request of unknown messages with less than this share of the input before has lost some of it. */
const grownShare = 0.98
/** Rounding of sizes is no break. */
const leastTokens = 16

/**
 * Holds each request against the longest beginning that the cache could still hold, and sums up what was paid again by
 * its cause. What was not read is new content, or was sent before: then the cache was broken.
 */
export function auditRequests(
  requests: readonly AuditedRequest[],
  explain: ExplainDifference,
): CacheAudit {
  const breaks: CacheBreak[] = []
  const sums = { newContent: 0, firstRequest: 0, rewritten: 0, unexplained: 0 }
  let pasts: readonly Past[] = []
  requests.forEach((request, place) => {
    const paid = request.tokens.uncached + request.tokens.cacheWrite
    const shared = closest(request, pasts)
    if (shared === null) sums.firstRequest += paid
    else if (request.style.kind === 'none') sums.newContent += paid
    else {
      const found = breakAt(request, place, shared, explain)
      const tokens = found?.tokens ?? 0
      if (found !== null) breaks.push(found)
      sums[found?.cause === 'unknown' ? 'unexplained' : 'rewritten'] += tokens
      sums.newContent += paid - tokens
    }
    pasts = withPast(pasts, { place, request, held: heldBy(request) }, shared)
  })
  const costs = requests.map(writtenCosts)
  const paid: PaidInput = {
    total: requests.reduce((sum, { tokens }) => sum + tokens.uncached + tokens.cacheWrite, 0),
    ...sums,
    written5m: requests.reduce((sum, { tokens }) => sum + tokens.cacheWrite - tokens.cacheWrite1h, 0),
    written1h: requests.reduce((sum, { tokens }) => sum + tokens.cacheWrite1h, 0),
    written5mUsd: sumOfKnown(costs.map(({ shortUsd }) => shortUsd)),
    written1hUsd: sumOfKnown(costs.map(({ longUsd }) => longUsd)),
  }
  return {
    breaks,
    byCause: sumsByCause(breaks),
    tokens: breaks.reduce((sum, { tokens }) => sum + tokens, 0),
    costUsd: breaks.length === 0 ? 0 : sumOfKnown(breaks.map(({ costUsd }) => costUsd)),
    paid,
    requests: requests.length,
    readTokens: requests.reduce((sum, { tokens }) => sum + tokens.cacheRead, 0),
  }
}

/** Breaks summed up by cause, the dearest first. */
export function sumsByCause(breaks: readonly CacheBreak[]): CauseSums {
  const sums = [...Map.groupBy(breaks, ({ cause }) => cause)].map(([cause, own]): [CacheCause, CauseSum] => [
    cause,
    {
      n: own.length,
      tokens: own.reduce((sum, { tokens }) => sum + tokens, 0),
      costUsd: sumOfKnown(own.map(({ costUsd }) => costUsd)),
    },
  ])
  const byLoss = ([, a]: [CacheCause, CauseSum], [, b]: [CacheCause, CauseSum]): number =>
    (b.costUsd ?? 0) - (a.costUsd ?? 0) || b.tokens - a.tokens
  return Object.fromEntries(sums.toSorted(byLoss))
}

/** The sum of those that are known; null where none is. */
export function sumOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** What a vendor keeps of a request: all that it wrote and read, or the whole steps of its input. */
function heldBy({ tokens, style }: AuditedRequest): number {
  const input = tokens.uncached + tokens.cacheWrite + tokens.cacheRead
  if (style.kind === 'none' || input < style.leastTokens) return 0
  if (style.kind === 'explicit') return tokens.cacheWrite + tokens.cacheRead
  return input - (input % style.stepTokens)
}

/** The request before that shares the longest beginning, the one just before where several do; null without any. */
function closest(request: AuditedRequest, pasts: readonly Past[]): Shared | null {
  let best: Shared | null = null
  for (const past of pasts) {
    const shared = sharedWith(request, past)
    if (best === null || shared.tokens > best.tokens) best = shared
    // Nothing can be shared beyond all that the request before sent.
    if (best.difference === null && best.past === past) break
  }
  return best
}

function sharedWith({ groups, tokens }: AuditedRequest, past: Past): Shared {
  const other = past.request
  if (groups === null || other.groups === null) {
    const input = tokens.uncached + tokens.cacheWrite + tokens.cacheRead
    const before = other.tokens.uncached + other.tokens.cacheWrite + other.tokens.cacheRead
    const difference = input >= grownShare * before ? null : { group: 1, item: 0 }
    return { past, tokens: difference === null ? Math.min(input, before) : 0, difference }
  }
  let common = 0
  for (const [at, group] of other.groups.entries()) {
    const own = groups[at]
    if (own === group) {
      for (const item of group) common += item.tokens
      continue
    }
    const item = group.findIndex(({ key }, place) => key !== own?.[place]?.key)
    const end = item < 0 ? group.length : item
    for (let place = 0; place < end; place += 1) common += own?.[place]?.tokens ?? 0
    if (item >= 0) return { past, tokens: common, difference: { group: at, item } }
  }
  return { past, tokens: common, difference: null }
}

function breakAt(
  request: AuditedRequest,
  place: number,
  { past, tokens: common, difference }: Shared,
  explain: ExplainDifference,
): CacheBreak | null {
  const { tokens, groups } = request
  const paid = tokens.uncached + tokens.cacheWrite
  const read = tokens.cacheRead
  const isBySize = groups === null || past.request.groups === null
  const missed = Math.max(0, Math.min(common, past.held) - read)
  const beyond = difference === null ? 0 : isBySize ? paid : sentAgain(request, past, difference)
  const again = Math.max(0, Math.min(beyond, paid - missed) - Math.max(0, read - common))
  const lost = Math.min(paid, missed + again)
  if (lost < Math.max(leastTokens, request.style.stepTokens)) return null
  const known = isBySize && difference !== null ? unseen(request) : null
  const apart = difference === null ? null : (known ?? explain(past.place, place, difference))
  const invisible = invisibleCause(request, past)
  // What differs breaks the cache whatever else happened, unless the beginning that is the same was lost as well.
  const cause =
    apart !== null && (again >= missed || invisible.cause === 'unknown') ? apart.cause : invisible.cause
  const pause = cause === 'pause' ? { pauseMs: invisible.pauseMs, timeToLiveMs: invisible.timeToLiveMs } : {}
  return {
    request: request.request + 1,
    ts: request.ts,
    cause,
    at: cause === apart?.cause ? apart.at : null,
    tokens: lost,
    heldTokens: Math.max(0, past.held - read),
    costUsd: costOfBreak(request, lost),
    readTokens: read,
    ...pause,
    ...(isBySize ? { isBySize } : {}),
  }
}

/** Of a request whose messages nobody knows: only that something was condensed is recorded. */
function unseen({ isCondensed }: AuditedRequest): ReturnType<ExplainDifference> {
  return { cause: isCondensed ? 'condensation' : 'unknown', at: null }
}

type Invisible = {
  readonly cause: 'model' | 'pause' | 'look-back' | 'unknown'
  readonly pauseMs: number
  readonly timeToLiveMs: number
}

/** How long vendors keep a beginning at least, where the record does not say. */
const shortLifeMs = 5 * 60 * 1000
const longLifeMs = 60 * 60 * 1000

/** Why a beginning that is the same was not read. */
function invisibleCause(request: AuditedRequest, past: Past): Invisible {
  const before = past.request
  const { cacheWrite, cacheWrite1h } = before.tokens
  const isLong = cacheWrite1h > 0 && cacheWrite1h >= cacheWrite / 2
  const timeToLiveMs = isLong ? longLifeMs : (request.style.leastLifeMs ?? shortLifeMs)
  const pauseMs = request.ts === null || before.ts === null ? 0 : request.ts - before.ts
  const times = { pauseMs, timeToLiveMs }
  if (request.model !== before.model && request.model !== null && before.model !== null)
    return { cause: 'model', ...times }
  if (pauseMs > timeToLiveMs) return { cause: 'pause', ...times }
  const { lookBackBlocks } = request.style
  if (lookBackBlocks != null && blocksAdded(request, before) > lookBackBlocks)
    return { cause: 'look-back', ...times }
  return { cause: 'unknown', ...times }
}

function blocksAdded({ groups }: AuditedRequest, before: AuditedRequest): number {
  if (groups === null || before.groups === null) return 0
  return groups
    .slice(before.groups.length)
    .flat()
    .filter(({ startsBlock }) => startsBlock !== false).length
}

/** Tokens past the first difference that the other request had sent as well, wherever they stood. */
function sentAgain({ groups }: AuditedRequest, past: Past, { group, item }: Difference): number {
  const rest = (all: readonly Group[] | null): readonly ReplayItem[] =>
    (all ?? []).slice(group).flatMap((own, at) => (at === 0 ? own.slice(item) : own))
  const left = new Map<number, number>()
  for (const { key } of rest(past.request.groups)) left.set(key, (left.get(key) ?? 0) + 1)
  let tokens = 0
  for (const own of rest(groups)) {
    const count = left.get(own.key) ?? 0
    if (count === 0) continue
    left.set(own.key, count - 1)
    tokens += own.tokens
  }
  return tokens
}

/** The newest first; one that the next left behind is kept for a while. */
function withPast(pasts: readonly Past[], newest: Past, shared: Shared | null): readonly Past[] {
  // What went on from a request takes its place.
  const others = shared?.difference === null ? pasts.filter((past) => past !== shared.past) : pasts
  return [newest, ...others.slice(0, mostBranches)]
}

/** Million tokens, as prices are per that many. */
const million = 1e6

function ratesOf({ tokens, prices }: AuditedRequest): InputRates {
  const { uncached, cacheWrite, cacheRead, output } = tokens
  return inputRates({ input: uncached, cacheWrites: cacheWrite, cacheReads: cacheRead, output }, prices)
}

/** What tokens cost more than reading them: what comes first was written, as far as anything was. */
function costOfBreak(request: AuditedRequest, lost: number): number | null {
  const { cacheWrite, cacheWrite1h } = request.tokens
  const rates = ratesOf(request)
  const written = Math.min(lost, cacheWrite)
  const long = cacheWrite === 0 ? 0 : (written * cacheWrite1h) / cacheWrite
  const costs = [
    usdOf(written - long, rates.cacheWrites),
    usdOf(long, rates.cacheWrites1h),
    usdOf(lost - written, rates.input),
  ]
  const paid = sumKnown(costs)
  const read = usdOf(lost, rates.cacheReads)
  return paid === null || read === null ? null : paid - read
}

/** What a request paid for writing to a cache of five minutes, and to one of an hour. */
function writtenCosts(request: AuditedRequest): { shortUsd: number | null; longUsd: number | null } {
  const { cacheWrite, cacheWrite1h } = request.tokens
  const rates = ratesOf(request)
  return {
    shortUsd: usdOf(cacheWrite - cacheWrite1h, rates.cacheWrites),
    longUsd: usdOf(cacheWrite1h, rates.cacheWrites1h),
  }
}

function usdOf(tokens: number, rate: number | null): number | null {
  if (tokens === 0) return 0
  return rate === null ? null : (tokens * rate) / million
}
