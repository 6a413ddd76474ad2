import type { TimelineMarker, TimelinePoint } from '../../../shared/domain/timeline.ts'
import { recordedFalls } from './recorded-falls.ts'
import type { PointRange } from './thin-points.ts'
import { shownTokens, type TimelineKind } from './timeline-kinds.ts'

/** What is drawn of a timeline. */
export type ShownContext = {
  readonly points: readonly TimelinePoint[]
  readonly markers: readonly TimelineMarker[]
  readonly range: PointRange
  readonly kinds: readonly TimelineKind[]
  readonly showRecorded: boolean
}

/** The highest context that is drawn, lines aside, tokens; at least one. */
export function shownPeak({ points, markers, range, kinds, showRecorded }: ShownContext): number {
  const shown = points.slice(range.from, range.to + 1)
  const tokens = [
    ...shown.map((point) => shownTokens(point, kinds)),
    ...(showRecorded ? shown.map(({ recordedTokens }) => recordedTokens ?? 0) : []),
    ...(showRecorded ? recordedFalls(markers, range).map(({ tokensBefore }) => tokensBefore) : []),
  ]
  return tokens.reduce((most, one) => Math.max(most, one), 1)
}
