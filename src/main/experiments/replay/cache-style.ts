import type { TokenUsage } from '../../../shared/domain/pricing.ts'
import type { CacheStyle } from '../../../shared/domain/replay.ts'
import type { RequestUsage } from '../../../shared/domain/usage.ts'
import { recordedSplits, wholeInput } from './recorded-split.ts'

/** How long Anthropic and OpenAI keep a prefix at least. */
const usualTimeToLiveMs = 5 * 60 * 1000
/** What both vendors' documents give as the shortest prefix that is kept. */
const leastTokens = 1024
/** OpenAI reads in steps of so many tokens. */
const openAiStep = 128

/** No cache at all. */
export const noCache: CacheStyle = {
  kind: 'none',
  stepTokens: 1,
  leastTokens: 0,
  timeToLiveMs: null,
  text: 'No request is recorded to have read from a cache.',
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
  if (reads.length > 1 && reads.every(({ cacheReads }) => cacheReads % openAiStep === 0))
    return {
      ...shared,
      kind: 'implicit',
      stepTokens: openAiStep,
      text: `All recorded reads are multiples of ${openAiStep} tokens.`,
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
