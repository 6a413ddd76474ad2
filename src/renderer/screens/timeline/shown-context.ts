import type { TimelineMarker, TimelinePoint } from '../../../shared/timeline/types.ts'
import { mostMarks, thinPoints, type PointRange } from '../../ui/plots/axes.ts'
import { sumShownTokens, type TimelineKind } from './timeline-kinds.ts'

/** What is drawn of a timeline. */
export type ShownContext = {
  readonly points: readonly TimelinePoint[]
  /** Of the whole task. */
  readonly falls: readonly RecordedFall[]
  readonly range: PointRange
  readonly kinds: readonly TimelineKind[]
  readonly showRecorded: boolean
}

/** A condensation or truncation whose sizes were recorded, tokens. */
export type RecordedFall = {
  readonly messageIndex: number
  readonly tokensBefore: number
  readonly tokensAfter: number
}

/** The falls that the record knows, whether or not what was condensed is still in the file. */
export function findRecordedFalls(markers: readonly TimelineMarker[]): readonly RecordedFall[] {
  return markers.flatMap(({ messageIndex, tokensBefore, tokensAfter }) =>
    tokensBefore === null || tokensAfter === null ? [] : [{ messageIndex, tokensBefore, tokensAfter }],
  )
}

/** Those of a range of messages. */
export function selectFalls(
  falls: readonly RecordedFall[],
  { from, to }: PointRange,
): readonly RecordedFall[] {
  return falls.filter(({ messageIndex }) => messageIndex >= from && messageIndex <= to)
}

/** The highest context that is drawn, lines aside, tokens. At least one. */
export function measureShownPeak({ points, falls, range, kinds, showRecorded }: ShownContext): number {
  const shown = points.slice(range.from, range.to + 1)
  const tokens = [
    ...shown.map((point) => sumShownTokens(point, kinds)),
    ...(showRecorded ? shown.map(({ recordedTokens }) => recordedTokens ?? 0) : []),
    ...(showRecorded ? selectFalls(falls, range).map(({ tokensBefore }) => tokensBefore) : []),
  ]
  return tokens.reduce((most, one) => Math.max(most, one), 1)
}

/** One dot for each recorded request, before the message that answered it. */
export function buildRecordedDots(
  shown: readonly TimelinePoint[],
): readonly { readonly x: number; readonly y: number }[] {
  const dots = shown.flatMap(({ messageIndex: x, recordedTokens: y }) => (y === null ? [] : [{ x, y }]))
  const values = dots.map(({ y }) => y)
  return thinPoints(values, { from: 0, to: dots.length - 1 }, mostMarks).flatMap((at) => dots[at] ?? [])
}
