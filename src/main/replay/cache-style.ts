import type { TokenUsage } from '../../shared/domain/pricing.ts'
import type { CacheStyle } from '../../shared/domain/replay.ts'
import type { RequestUsage } from '../../shared/domain/usage.ts'
import { recordedSplits, wholeInput } from '../record/usage/usage-splits.ts'

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

/** What requests need for a style of their own. */
export type StyleGroup = {
  /** As the record names it; null where it does not. */
  readonly model: string | null
  /** False where the prices have none for writing to the cache. */
  readonly hasWritePrice: boolean
}

/** The style at each request, and that of most of them; its text names all. */
export type CacheStyles = { readonly at: readonly CacheStyle[]; readonly main: CacheStyle }

/** A model with fewer recorded requests than this shows no style of its own without reads and writes. */
const leastRequests = 3

/**
 * The style of each request of a record: a vendor has one of its own, so it is told for each model and protocol apart.
 * Where the prices have none for writing, nothing is written at a price.
 */
export function cacheStylesOf(
  requests: readonly RequestUsage[],
  groupOf: (index: number) => StyleGroup,
): CacheStyles {
  const groups = new Map<string, { readonly model: string | null; readonly indices: number[] }>()
  const keys = requests.map(({ apiProtocol = '' }, index) => {
    const { model, hasWritePrice } = groupOf(index)
    const key = `${model ?? ''}\n${apiProtocol}\n${hasWritePrice}`
    const group = groups.get(key) ?? { model, indices: [] }
    groups.set(key, group)
    group.indices.push(index)
    return key
  })
  const whole = cacheStyleOf(requests)
  const styles = new Map(
    [...groups].map(([key, { indices }]) => {
      const own = indices.flatMap((index) => requests[index] ?? [])
      const { hasWritePrice } = groupOf(indices[0] ?? 0)
      const style = cacheStyleOf(own)
      const isSilent = style.kind === 'none' && own.filter(isRecorded).length < leastRequests
      return [key, withoutWrites(isSilent ? whole : style, hasWritePrice)]
    }),
  )
  const largest = [...groups].toSorted(([, a], [, b]) => b.indices.length - a.indices.length)[0]
  const main = styles.get(largest?.[0] ?? '') ?? whole
  const texts = [...groups].map(([key, { model }]) => ({ model, text: styles.get(key)?.text ?? '' }))
  const distinct = new Set(texts.map(({ text }) => text))
  const text =
    distinct.size < 2
      ? main.text
      : texts.map((one) => `${one.model ?? 'Other requests'}: ${one.text}`).join(' ')
  return { at: keys.map((key) => styles.get(key) ?? whole), main: { ...main, text } }
}

const isRecorded = ({ tokensIn }: RequestUsage): boolean => tokensIn !== undefined

function withoutWrites(style: CacheStyle, hasWritePrice: boolean): CacheStyle {
  if (style.kind !== 'explicit' || hasWritePrice) return style
  return { ...style, kind: 'implicit', text: 'The prices have none for writing to the cache.' }
}

/**
 * The style of cache that a record shows: writes tell Anthropic's, reads in steps of 128 OpenAI's, other reads one that
 * keeps everything. A read after a longer pause than five minutes raises the time-to-live to that pause.
 */
export function cacheStyleOf(requests: readonly RequestUsage[]): CacheStyle {
  const splits = recordedSplits(requests)
  const used = splits.filter((split) => split !== null)
  const reads = used.filter(({ cacheReads }) => cacheReads > 0)
  const timeToLiveMs = Math.max(usualTimeToLiveMs, longestPauseWithRead(requests, splits))
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

function longestPauseWithRead(
  requests: readonly RequestUsage[],
  splits: readonly (TokenUsage | null)[],
): number {
  let longest = 0
  requests.forEach(({ ts }, index) => {
    const before = requests[index - 1]?.ts
    const [split, earlier] = [splits[index], splits[index - 1]]
    if (ts == null || before == null || split == null || earlier == null) return
    // Less is a prefix that others keep alive as well, such as the system prompt.
    if (split.cacheReads > 0.9 * wholeInput(earlier)) longest = Math.max(longest, ts - before)
  })
  return longest
}
