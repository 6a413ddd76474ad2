import type { TokenUsage } from '../../shared/domain/pricing.ts'
import type { CacheStyle } from '../../shared/domain/replay.ts'
import type { RecordedRequest } from '../record/recorded-run.ts'
import { wholeInput } from '../../shared/lib/recorded-totals.ts'

/** How long Anthropic and OpenAI keep a prefix at least. */
const usualTimeToLiveMs = 5 * 60 * 1000
/** What both vendors' documents give as the shortest prefix that is kept. */
const leastTokens = 1024
/** OpenAI reads in steps of so many tokens, and DeepSeek in the smaller ones. */
const knownSteps = [128, 64]

/** No cache at all. */
export const noCache: CacheStyle = {
  kind: 'none',
  stepTokens: 1,
  leastTokens: 0,
  timeToLiveMs: null,
  text: 'No request is recorded to have read from a cache.',
}

/** The style at each request, and that of most of them; its text names all. */
export type CacheStyles = { readonly at: readonly CacheStyle[]; readonly main: CacheStyle }

/** A model with fewer recorded requests than this shows no style of its own without reads and writes. */
const leastRequests = 3

/**
 * The style of each request of a record: a vendor has one of its own, so it is told for each model and protocol apart.
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
  const texts = groups.map(([key, [first]]) => ({
    model: first?.model.value ?? null,
    text: styles.get(key)?.text ?? '',
  }))
  const distinct = new Set(texts.map(({ text }) => text))
  const text =
    distinct.size < 2
      ? main.text
      : texts.map((one) => `${one.model ?? 'Other requests'}: ${one.text}`).join(' ')
  return { at: requests.map((request) => styles.get(keyOf(request)) ?? whole), main: { ...main, text } }
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

function withoutWrites(style: CacheStyle, hasWritePrice: boolean): CacheStyle {
  if (style.kind !== 'explicit' || hasWritePrice) return style
  return { ...style, kind: 'implicit', text: 'The prices have none for writing to the cache.' }
}

/**
 * The style of cache that a record shows: writes tell Anthropic's, reads in steps of 128 OpenAI's, other reads one that
 * keeps everything. A read after a longer pause than five minutes raises the time-to-live to that pause.
 */
export function cacheStyleOf(requests: readonly CachedRequest[]): CacheStyle {
  const used = requests.flatMap(({ usage }) => usage ?? [])
  const reads = used.filter(({ cacheReads }) => cacheReads > 0)
  const timeToLiveMs = Math.max(usualTimeToLiveMs, longestPauseWithRead(requests))
  const shared = { leastTokens, timeToLiveMs }
  if (used.some(({ cacheWrites }) => cacheWrites > 0))
    return {
      ...shared,
      kind: 'explicit',
      stepTokens: 1,
      text: 'The record shows tokens written to the cache.',
    }
  if (reads.length === 0) return noCache
  const step = knownSteps.find((tokens) => reads.every(({ cacheReads }) => cacheReads % tokens === 0))
  if (reads.length > 1 && step !== undefined)
    return {
      ...shared,
      kind: 'implicit',
      stepTokens: step,
      text: `All recorded reads are multiples of ${step} tokens.`,
    }
  return {
    ...shared,
    kind: 'implicit',
    stepTokens: 1,
    text: 'The record shows reads of any size and no writes.',
  }
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
