import { findSmallest } from '../../../../../shared/kernel/find-extreme.ts'
import { sumInputTokens } from '../../../../../shared/kernel/sum-recorded-usage.ts'
import type { TokenUsage } from '../../../../../shared/models/pricing-types.ts'
import type { CacheEvidence, CacheRules, CacheVendor } from '../../../../../shared/replay/types.ts'
import type { RecordedRequest, RecordedRun } from '../../../../record/recorded-run.ts'
import { hourMs, findVendorRules, findModelVendor } from './cache-vendors.ts'

/** No cache at all. */
export const noCache: CacheRules = {
  kind: 'none',
  stepTokens: 1,
  leastTokens: 0,
  timeToLiveMs: null,
  vendor: 'none',
  evidence: buildEvidence('no-reads'),
}

/** The rules at each request, and those of most of them, with the evidence of all. */
export type CacheStyles = { readonly at: readonly CacheRules[]; readonly main: CacheRules }

/** A model with fewer recorded requests than this shows no style of its own without reads and writes. */
const leastRequests = 3

/**
 * The style of each request of a record: a vendor has one of its own, so each model and protocol has its own.
 * Where the prices have none for writing, nothing is written at a price.
 */
export function findCacheStyles({ requests, usage }: Pick<RecordedRun, 'requests' | 'usage'>): CacheStyles {
  const toCachedRequest = ({ index, ts, model, usage: own }: RecordedRequest): CachedRequest => ({
    ts,
    model: model.value,
    usage: own.value,
    cacheWrites1h: usage.requests[index]?.cacheWrites1h ?? 0,
  })
  const formatStyleKey = (request: RecordedRequest): string =>
    `${request.model.value ?? ''}\n${request.protocol ?? ''}\n${hasWritePrice(request)}`
  const groups = [...Map.groupBy(requests, formatStyleKey)]
  const whole = detectCacheStyle(requests.map(toCachedRequest))
  const styles = new Map(
    groups.map(([key, own]) => {
      const cached = own.map(toCachedRequest)
      const style = detectCacheStyle(cached)
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
    at: requests.map((request) => styles.get(formatStyleKey(request)) ?? whole),
    main: distinct.size < 2 ? main : { ...main, evidence },
  }
}

/** Prices that nobody knows may have one. */
function hasWritePrice({ prices: { value } }: RecordedRequest): boolean {
  return value === null || value.cacheWrites !== undefined
}

/** What of a request says how its vendor caches; `usage` is null where it was not recorded. */
export type CachedRequest = {
  readonly ts: number | null
  readonly usage: TokenUsage | null
  readonly model?: string | null
  /** Of what it wrote, what is kept for an hour. */
  readonly cacheWrites1h?: number
}

function withoutWrites(style: CacheRules, hasWritePrice: boolean): CacheRules {
  if (style.kind !== 'explicit' || hasWritePrice) return style
  const { lookBackBlocks: _marks, hourShare: _hours, ...rest } = style
  return { ...rest, kind: 'implicit', evidence: buildEvidence('no-write-price') }
}

/**
 * The style of cache that a record shows. Writes tell Anthropic's, or that of OpenAI's newer models; reads in steps tell
 * OpenAI's and DeepSeek's; other reads one that keeps everything. Where no usage is recorded, the name of the model tells.
 * A read after a longer pause than was promised raises the time-to-live to that pause.
 */
export function detectCacheStyle(requests: readonly CachedRequest[]): CacheRules {
  const used = requests.flatMap(({ usage }) => usage ?? [])
  const model = requests.find((request) => request.model != null)?.model ?? null
  const named = findModelVendor(model)
  if (used.length === 0)
    return named === null ? noCache : buildVendorStyle(named, model, requests, 'model-name')
  const reads = used.flatMap(({ cacheReads }) => (cacheReads > 0 ? [cacheReads] : []))
  if (used.some(({ cacheWrites }) => cacheWrites > 0)) {
    const vendor = named === 'openai' ? 'openai-marks' : 'anthropic'
    const hourShare = computeHourShare(requests)
    const style = buildVendorStyle(vendor, model, requests, hourShare > 0 ? 'hour-writes' : 'writes')
    return hourShare === 0 ? style : { ...style, hourShare }
  }
  if (reads.length === 0) return noCache
  const step = findReadStep(reads, named)
  if (step !== null) {
    const style = buildVendorStyle(named ?? step.vendor, model, requests, 'step-reads', step.tokens)
    return { ...style, kind: 'implicit', stepTokens: step.tokens }
  }
  const style = buildVendorStyle(named === 'gemini' ? 'gemini' : 'other', model, requests, 'plain-reads')
  return { ...style, stepTokens: 1 }
}

type Step = { readonly tokens: number; readonly vendor: 'openai' | 'deepseek' }

/** OpenAI reads in the larger steps, and DeepSeek in the smaller ones. */
const knownSteps: readonly Step[] = [
  { tokens: 128, vendor: 'openai' },
  { tokens: 64, vendor: 'deepseek' },
]

/** Steps in which all reads come, those of the vendor of the model first; null where they do not, and of one read. */
function findReadStep(reads: readonly number[], named: ReturnType<typeof findModelVendor>): Step | null {
  const fitting = knownSteps.filter(({ tokens }) => reads.every((read) => read % tokens === 0))
  return reads.length < 2 ? null : (fitting.find(({ vendor }) => vendor === named) ?? fitting[0] ?? null)
}

/** The documented rules, as far as the record does not show others. */
function buildVendorStyle(
  vendor: Exclude<CacheVendor, 'none'>,
  model: string | null,
  requests: readonly CachedRequest[],
  code: CacheEvidence['code'],
  stepTokens = 1,
): CacheRules {
  const rules = findVendorRules(vendor, model)
  const cached = requests.flatMap(({ usage }) => {
    const own = usage === null || usage.cacheReads + usage.cacheWrites === 0 ? 0 : sumInputTokens(usage)
    return own >= shortestCredible ? own : []
  })
  const lifeMs = computeHourShare(requests) >= 0.5 ? hourMs : (rules.leastLifeMs ?? usualLifeMs)
  return {
    ...rules,
    vendor,
    // A shorter beginning was kept all the same.
    leastTokens: findSmallest(cached, rules.leastTokens),
    timeToLiveMs: Math.max(lifeMs, findLongestPauseWithRead(requests)),
    evidence: buildEvidence(code, stepTokens),
  }
}

/** No vendor keeps less than this many tokens: a record with cached ones in a shorter request is wrong. */
const shortestCredible = 256
/** How long most vendors keep a beginning at least. */
const usualLifeMs = 5 * 60 * 1000

/** Share of what was written that is kept for an hour. */
function computeHourShare(requests: readonly CachedRequest[]): number {
  let [written, long] = [0, 0]
  for (const { usage, cacheWrites1h = 0 } of requests) {
    written += usage?.cacheWrites ?? 0
    long += Math.min(cacheWrites1h, usage?.cacheWrites ?? 0)
  }
  return written === 0 ? 0 : long / written
}

function buildEvidence(code: CacheEvidence['code'], stepTokens = 1): readonly CacheEvidence[] {
  return [{ code, stepTokens, model: null }]
}

function findLongestPauseWithRead(requests: readonly CachedRequest[]): number {
  let longest = 0
  requests.forEach(({ ts, usage }, index) => {
    const before = requests[index - 1]
    if (ts === null || usage === null || before?.ts == null || before.usage === null) return
    // Less is a prefix that others keep alive as well, such as the system prompt.
    if (usage.cacheReads > 0.9 * sumInputTokens(before.usage)) longest = Math.max(longest, ts - before.ts)
  })
  return longest
}
