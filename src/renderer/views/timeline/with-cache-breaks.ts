import type { RecordedCache } from '../../../shared/domain/cache-audit.ts'
import type { Timeline, TimelineMarker } from '../../../shared/domain/timeline.ts'
import { breakText } from '../../../shared/words/cache-breaks.ts'

/** A timeline with a mark at each request whose cache broke; as it is while that is not known. */
export function withCacheBreaks(
  timeline: Timeline,
  cache: Pick<RecordedCache, 'breaks'> | undefined,
): Timeline {
  if (cache === undefined || cache.breaks.length === 0) return timeline
  const marks = cache.breaks.map((one): TimelineMarker => ({
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
