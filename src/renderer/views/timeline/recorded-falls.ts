import type { TimelineMarker } from '../../../shared/domain/timeline.ts'
import type { PointRange } from './thin-points.ts'

/** A condensation or truncation whose sizes were recorded, tokens. */
export type RecordedFall = {
  readonly messageIndex: number
  readonly tokensBefore: number
  readonly tokensAfter: number
}

/** The falls in a range that the record knows, whether or not what was condensed is still in the file. */
export function recordedFalls(markers: readonly TimelineMarker[], { from, to }: PointRange): RecordedFall[] {
  return markers.flatMap(({ messageIndex, tokensBefore, tokensAfter }) =>
    tokensBefore === null || tokensAfter === null || messageIndex < from || messageIndex > to
      ? []
      : [{ messageIndex, tokensBefore, tokensAfter }],
  )
}
