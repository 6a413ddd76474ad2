import type { RecordedCache } from '../../../shared/replay/cache-audit-types.ts'
import { breakText } from '../../../shared/replay/cache-breaks-words.ts'
import type { Timeline, TimelineMarker } from '../../../shared/timeline/types.ts'

/** A timeline with a mark at each request whose cache broke; as it is while that is not known. */
export function withCacheBreaks(
  timeline: Timeline,
  cache: Pick<RecordedCache, 'breaks'> | undefined,
): Timeline {
  // A break without a token paid again lost nothing.
  const costly = cache?.breaks.filter(({ tokens }) => tokens > 0) ?? []
  if (costly.length === 0) return timeline
  const marks = costly.map((one): TimelineMarker => ({
    kind: 'cache-break',
    messageIndex: one.markAt,
    ts: one.ts,
    tokensBefore: null,
    tokensAfter: null,
    costUsd: null,
    text: breakText(one),
  }))
  const markers = [...timeline.markers, ...marks].toSorted((a, b) => a.messageIndex - b.messageIndex)
  return { ...timeline, markers }
}
