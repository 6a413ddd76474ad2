import { wholeInput } from '../../../shared/lib/recorded-totals.ts'
import type { TokenUsage } from '../../../shared/domain/pricing.ts'
import type { CacheEvidence, CacheRules } from '../../../shared/domain/replay.ts'
import type { RecordedRequest } from '../../record/recorded-run.ts'

/** How long Anthropic and OpenAI keep a prefix at least. */
const usualTimeToLiveMs = 5 * 60 * 1000
/** What both vendors' documents give as the shortest prefix that is kept. */
const leastTokens = 1024
/** OpenAI reads in steps of so many tokens, and DeepSeek in the smaller ones. */
const knownSteps = [128, 64]

/** No cache at all. */
export const noCache: CacheRules = {
  kind: 'none',
  stepTokens: 1,
  leastTokens: 0,
  timeToLiveMs: null,
  evidence: evidenceOf('no-reads'),
}

/** The rules at each request, and those of most of them, with the evidence of all. */
export type CacheStyles = { readonly at: readonly CacheRules[]; readonly main: CacheRules }

/** A model with fewer recorded requests than this shows no style of its own without reads and writes. */
const leastRequests = 3

/**
 * The style of each request of a record: a vendor has one of its own, so each model and protocol has its own.
 * Where the prices have none for writing, nothing is written at a price.
 */
export function cacheStylesOf(requests: readonly RecordedRequest[]): CacheStyles {
  const keyOf = (request: RecordedRequest): string =>
    `${request.model.value ?? ''}\n${request.protocol ?? ''}\n${hasWritePrice(request)}`
  const groups = [...Map.groupBy(requests, keyOf)]
  const whole = cacheStyleOf(requests.map(cachedRequestOf))
  const styles = new Map(
    groups.map(([key, own]) => {
      const cached = own.map(cachedRequestOf)
      const style = cacheStyleOf(cached)
      const isSilent =
        style.kind === 'none' && cached.filter(({ usage }) => usage !== null).length < leastRequests
      return [key, withoutWrites(isSilent ? whole : style, own.every(hasWritePrice))]
    }),
  )
  const largest = groups.toSorted(([, a], [, b]) => b.length - a.length)[0]
  const main = styles.get(largest?.[0] ?? '') ?? whole
  const evidence = groups.flatMap(([key, [first]]) =>
    (styles.get(key)?.evidence ?? []).map((one) => ({ ...one, model: first?.model.value ?? null })),
  )
  const distinct = new Set(evidence.map(({ code, stepTokens }) => `${code} ${stepTokens}`))
  return {
    at: requests.map((request) => styles.get(keyOf(request)) ?? whole),
    main: distinct.size < 2 ? main : { ...main, evidence },
  }
}

/** Prices that nobody knows may have one. */
function hasWritePrice({ prices: { value } }: RecordedRequest): boolean {
  return value === null || value.cacheWrites !== undefined
}

/** What of a request says how its vendor caches; `usage` is null where it was not recorded. */
export type CachedRequest = { readonly ts: number | null; readonly usage: TokenUsage | null }

function cachedRequestOf({ ts, usage }: RecordedRequest): CachedRequest {
  return { ts, usage: usage.value }
}

function withoutWrites(style: CacheRules, hasWritePrice: boolean): CacheRules {
  if (style.kind !== 'explicit' || hasWritePrice) return style
  return { ...style, kind: 'implicit', evidence: evidenceOf('no-write-price') }
}

/**
 * The style of cache that a record shows: writes tell Anthropic's, reads in steps of 128 OpenAI's, other reads one that
 * keeps everything. A read after a longer pause than five minutes raises the time-to-live to that pause.
 */
export function cacheStyleOf(requests: readonly CachedRequest[]): CacheRules {
  const used = requests.flatMap(({ usage }) => usage ?? [])
  const reads = used.filter(({ cacheReads }) => cacheReads > 0)
  const timeToLiveMs = Math.max(usualTimeToLiveMs, longestPauseWithRead(requests))
  const shared = { leastTokens, timeToLiveMs }
  if (used.some(({ cacheWrites }) => cacheWrites > 0))
    return { ...shared, kind: 'explicit', stepTokens: 1, evidence: evidenceOf('writes') }
  if (reads.length === 0) return noCache
  const step = knownSteps.find((tokens) => reads.every(({ cacheReads }) => cacheReads % tokens === 0))
  if (reads.length > 1 && step !== undefined)
    return { ...shared, kind: 'implicit', stepTokens: step, evidence: evidenceOf('step-reads', step) }
  return { ...shared, kind: 'implicit', stepTokens: 1, evidence: evidenceOf('plain-reads') }
}

function evidenceOf(code: CacheEvidence['code'], stepTokens = 1): readonly CacheEvidence[] {
  return [{ code, stepTokens, model: null }]
}

function longestPauseWithRead(requests: readonly CachedRequest[]): number {
  let longest = 0
  requests.forEach(({ ts, usage }, index) => {
    const before = requests[index - 1]
    if (ts === null || usage === null || before?.ts == null || before.usage === null) return
    // Less is a prefix that others keep alive as well, such as the system prompt.
    if (usage.cacheReads > 0.9 * wholeInput(before.usage)) longest = Math.max(longest, ts - before.ts)
  })
  return longest
}
