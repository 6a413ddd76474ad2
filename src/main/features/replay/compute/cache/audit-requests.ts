import { sumKnown } from '../../../../../shared/kernel/numbers.ts'
import type {
  CacheAudit,
  CacheBreak,
  CacheCause,
  CauseSum,
  CauseSums,
  PaidInput,
} from '../../../../../shared/replay/cache-audit-types.ts'
import type { CacheRules } from '../../../../../shared/replay/types.ts'
import { computeInputRates, type InputRates } from '../../../../kernel/pricing/cost.ts'
import type { ReplayItem } from '../replay-task.ts'
import { sumTokensBefore, type AuditedRequest, type AuditedSent, type Difference } from './audited-request.ts'
import { findBreakCause } from './find-break-cause.ts'

/** Why two requests with different messages differ, and where; asked only where they do. */
export type ExplainDifference = (
  before: number,
  now: number,
  difference: Difference,
) => { readonly cause: CacheCause; readonly at: CacheBreak['at'] }

/** A request with what is needed to hold later ones against it. */
type Past = {
  readonly place: number
  readonly request: AuditedRequest
  readonly held: number
}

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
/** Rounding of sizes is no break, */
const roundingTokens = 16
/** nor is what a vendor keeps a little later. */
const lagTokens = 1024

/**
 * Holds each request against the longest beginning that the cache could still hold, and sums up what was paid again by
 * its cause. What was not read is new content, or was sent before: then the cache was broken.
 */
export function auditRequests(requests: readonly AuditedRequest[], explain: ExplainDifference): CacheAudit {
  const breaks: CacheBreak[] = []
  const sums = { newContent: 0, firstRequest: 0, rewritten: 0, unexplained: 0 }
  let pasts: readonly Past[] = []
  const evidence = { explain, systemTokens: requests[0]?.tokens.cacheRead ?? 0 }
  requests.forEach((own, place) => {
    // What it sent may be put together when it is asked for: once.
    const request = { ...own }
    const paid = request.tokens.uncached + request.tokens.cacheWrite
    const shared = findClosestPast(request, pasts)
    if (shared === null) sums.firstRequest += paid
    else if (request.style.kind === 'none') sums.newContent += paid
    else {
      const found = findBreak(request, place, shared, evidence)
      const tokens = found?.tokens ?? 0
      if (found !== null) breaks.push(found)
      sums[found !== null && isUnexplained(found) ? 'unexplained' : 'rewritten'] += tokens
      sums.newContent += paid - tokens
    }
    pasts = withPast(pasts, { place, request, held: countHeldTokens(request) }, shared)
  })
  const costs = requests.map(computeWriteCosts)
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
    byCause: sumBreaksByCause(breaks),
    tokens: breaks.reduce((sum, { tokens }) => sum + tokens, 0),
    costUsd: breaks.length === 0 ? 0 : sumOfKnown(breaks.map(({ costUsd }) => costUsd)),
    paid,
    requests: requests.length,
    readTokens: requests.reduce((sum, { tokens }) => sum + tokens.cacheRead, 0),
    explained: computeExplainedShare(requests, paid),
  }
}

function computeExplainedShare(
  requests: readonly AuditedRequest[],
  { written5m, written1h, rewritten, unexplained }: PaidInput,
): number | null {
  if (requests.every(({ style }) => style.kind === 'none')) return null
  const written = written5m + written1h
  const whole = written > 0 ? written : rewritten + unexplained
  return whole === 0 ? 1 : 1 - Math.min(unexplained, whole) / whole
}

/** Whether nothing that is recorded tells why. */
function isUnexplained({ cause }: Pick<CacheBreak, 'cause'>): boolean {
  return cause === 'unknown' || cause === 'vendor'
}

type Evidence = {
  readonly explain: ExplainDifference
  /** What other tasks had left in the cache when the first request came: the system prompt and the tools, mostly. */
  readonly systemTokens: number
}

/** Breaks summed up by cause, the dearest first. */
function sumBreaksByCause(breaks: readonly CacheBreak[]): CauseSums {
  const sums = [...Map.groupBy(breaks, ({ cause }) => cause)].map(([cause, own]): [CacheCause, CauseSum] => [
    cause,
    {
      n: own.length,
      tokens: own.reduce((sum, { tokens }) => sum + tokens, 0),
      costUsd: sumOfKnown(own.map(({ costUsd }) => costUsd)),
    },
  ])
  const compareLosses = ([, a]: [CacheCause, CauseSum], [, b]: [CacheCause, CauseSum]): number =>
    (b.costUsd ?? 0) - (a.costUsd ?? 0) || b.tokens - a.tokens
  return Object.fromEntries(sums.toSorted(compareLosses))
}

/** The sum of those that are known; null where none is. */
function sumOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** What a vendor keeps of a request: all that it wrote and read, or the whole steps of its input. */
function countHeldTokens({ tokens, style }: AuditedRequest): number {
  const input = sumInputTokens(tokens)
  if (style.kind === 'none' || input < style.leastTokens) return 0
  if (style.kind === 'explicit') return tokens.cacheWrite + tokens.cacheRead
  return input - (input % style.stepTokens)
}

/** The request before that shares the longest beginning, the one just before where several do; null without any. */
function findClosestPast(request: AuditedRequest, pasts: readonly Past[]): Shared | null {
  let best: Shared | null = null
  for (const past of pasts) {
    const shared = findShared(request, past)
    if (best === null || shared.tokens > best.tokens) best = shared
    // Nothing can be shared beyond all that the request before sent.
    if (best.difference === null && best.past === past) break
  }
  return best
}

function findShared({ sent, tokens }: AuditedRequest, past: Past): Shared {
  const other = past.request
  if (sent === null || other.sent === null) {
    const [input, before] = [sumInputTokens(tokens), sumInputTokens(other.tokens)]
    if (input >= grownShare * before) return { past, tokens: Math.min(input, before), difference: null }
    return { past, tokens: Math.min(tokens.cacheRead, before), difference: { group: 1, item: 0 } }
  }
  if (other.sent.prefix.key !== sent.prefix.key) return { past, tokens: 0, difference: { group: 0, item: 0 } }
  const { groups: had, count: end } = other.sent
  const { groups, count } = sent
  // What stands in both is the same list of items, mostly, and is not gone through again.
  let at = groups === had ? Math.min(count, end) : 0
  while (at < Math.min(count, end) && had[at] === groups[at]) at += 1
  let common = sent.prefix.tokens + (sumTokensBefore(groups)[at] ?? 0)
  for (; at < end; at += 1) {
    const [group = [], own] = [had[at], at < count ? groups[at] : undefined]
    const item = group.findIndex(({ key }, place) => key !== own?.[place]?.key)
    const same = item < 0 ? group.length : item
    for (let place = 0; place < same; place += 1) common += own?.[place]?.tokens ?? 0
    if (item >= 0) return { past, tokens: common, difference: { group: at + 1, item } }
  }
  return { past, tokens: common, difference: null }
}

function sumInputTokens({ uncached, cacheWrite, cacheRead }: AuditedRequest['tokens']): number {
  return uncached + cacheWrite + cacheRead
}

function findBreak(
  request: AuditedRequest,
  place: number,
  shared: Shared,
  { explain, systemTokens }: Evidence,
): CacheBreak | null {
  const { past, tokens: common, difference } = shared
  const { tokens, sent } = request
  const paid = tokens.uncached + tokens.cacheWrite
  const read = tokens.cacheRead
  const isBySize = sent === null || past.request.sent === null
  const missed = Math.max(0, Math.min(common, past.held) - read)
  const beyond = difference === null ? 0 : isBySize ? paid : countTokensSentAgain(request, past, difference)
  const again = Math.max(0, Math.min(beyond, paid - missed) - Math.max(0, read - common))
  const heldTokens = Math.max(0, past.held - read)
  // What was sent before and kept by nobody is not lost with the cache.
  const lost = Math.min(paid, missed + again, heldTokens)
  const least = findLeastLoss(request.style)
  // What was thrown away and not sent again cost nothing here, and broke the cache all the same.
  const isBroken = difference !== null && !isBySize && past.held - Math.max(common, read) >= least
  if (lost < least && !isBroken) return null
  const broken = { request, before: past.request, difference, common, missed, systemTokens, isBySize }
  const told = findBreakCause(broken, () => explain(past.place, place, difference ?? { group: 0, item: 0 }))
  return {
    request: request.request + 1,
    ts: request.ts,
    at: null,
    ...told,
    tokens: lost,
    heldTokens,
    costUsd: computeBreakCost(request, lost),
    readTokens: read,
  }
}

/** Vendors that promise nothing lag behind by a few steps, which loses nothing that had been kept. */
function findLeastLoss({ kind, leastTokens: least }: CacheRules): number {
  return kind === 'implicit' ? Math.max(least, lagTokens) : roundingTokens
}
/** Tokens past the first difference that the other request had sent as well, wherever they stood. */
function countTokensSentAgain(
  { sent, isCondensed }: AuditedRequest,
  past: Past,
  { group, item }: Difference,
): number {
  const listItemsFromDifference = (all: AuditedSent | null): readonly ReplayItem[] =>
    all === null
      ? []
      : [[all.prefix], ...all.groups.slice(0, all.count)]
          .slice(group)
          .flatMap((own, at) => (at === 0 ? own.slice(item) : own))
  const had = past.request.sent
  const left = new Map<number, number>()
  for (const { key } of listItemsFromDifference(had)) left.set(key, (left.get(key) ?? 0) + 1)
  // A system prompt that changed is paid again as far as it is no longer than it was. Behind a condensation its size
  // holds what was put back, which nobody had sent before.
  let tokens = group === 0 && !isCondensed ? Math.min(sent?.prefix.tokens ?? 0, had?.prefix.tokens ?? 0) : 0
  for (const own of listItemsFromDifference(sent)) {
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

function buildInputRates({ tokens, prices }: AuditedRequest): InputRates {
  const { uncached, cacheWrite, cacheRead, output } = tokens
  return computeInputRates(
    { input: uncached, cacheWrites: cacheWrite, cacheReads: cacheRead, output },
    prices,
  )
}

/** What tokens cost more than reading them: what comes first was written, as far as anything was. */
function computeBreakCost(request: AuditedRequest, lost: number): number | null {
  const { cacheWrite, cacheWrite1h } = request.tokens
  const rates = buildInputRates(request)
  const written = Math.min(lost, cacheWrite)
  const long = cacheWrite === 0 ? 0 : (written * cacheWrite1h) / cacheWrite
  const costs = [
    computeUsd(written - long, rates.cacheWrites),
    computeUsd(long, rates.cacheWrites1h),
    computeUsd(lost - written, rates.input),
  ]
  const paid = sumKnown(costs)
  const read = computeUsd(lost, rates.cacheReads)
  return paid === null || read === null ? null : paid - read
}

/** What a request paid for writing to a cache of five minutes, and to one of an hour. */
function computeWriteCosts(request: AuditedRequest): { shortUsd: number | null; longUsd: number | null } {
  const { cacheWrite, cacheWrite1h } = request.tokens
  const rates = buildInputRates(request)
  return {
    shortUsd: computeUsd(cacheWrite - cacheWrite1h, rates.cacheWrites),
    longUsd: computeUsd(cacheWrite1h, rates.cacheWrites1h),
  }
}

function computeUsd(tokens: number, rate: number | null): number | null {
  if (tokens === 0) return 0
  return rate === null ? null : (tokens * rate) / million
}
