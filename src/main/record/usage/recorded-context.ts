import type { RecordedUsage } from '../../../shared/kernel/usage.ts'
import { findCachedTokens, readRecordedInput } from './cached-tokens.ts'

/** A size of the context, and the request that it is of; null where it is that of a condensation. */
export type RecordedSize = { readonly tokens: number; readonly requestIndex: number | null }

/**
 * Size of the context as the agent last recorded it, in tokens: the last request or condensation whose figure is not
 * 0. Null where nothing was recorded. `condensation.md` section 4.
 */
export function readRecordedContextTokens(usage: RecordedUsage): number | null {
  return listRecordedSizes(usage).findLast(({ tokens }) => tokens > 0)?.tokens ?? null
}

/**
 * The same with its request; null as well where the agent condensed or truncated afterwards without a figure. A request
 * is as late as its answer (`answerTs` by its index): it may have been begun before a condensation that it set off.
 */
export function findLastRecordedSize(
  usage: RecordedUsage,
  answerTs: (requestIndex: number) => number | null | undefined,
): RecordedSize | null {
  const known = listRecordedSizes(usage, answerTs)
  const at = known.findLastIndex(({ tokens }) => tokens > 0)
  const isStale = known.slice(at + 1).some(({ requestIndex }) => requestIndex === null)
  const found = known[at]
  return found === undefined || isStale ? null : { tokens: found.tokens, requestIndex: found.requestIndex }
}

function listRecordedSizes(
  { requests, condensations, truncations = [] }: RecordedUsage,
  answerTs?: (requestIndex: number) => number | null | undefined,
): readonly (RecordedSize & { readonly ts: number })[] {
  const cached = findCachedTokens(requests)
  const sizes = [
    ...requests.map((request, requestIndex) => ({
      ts: Math.max(request.ts ?? 0, answerTs?.(requestIndex) ?? 0),
      tokens: readRecordedInput(requests, requestIndex, cached) + (request.tokensOut ?? 0),
      requestIndex,
    })),
    ...[...condensations, ...truncations].map(({ ts, tokensAfter = 0 }) => ({
      ts: ts ?? 0,
      tokens: tokensAfter,
      requestIndex: null,
    })),
  ]
  return sizes.toSorted((a, b) => a.ts - b.ts)
}
