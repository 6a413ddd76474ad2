import type { PartKind } from '../../../shared/domain/part.ts'

/** A segment of a text with one meaning; segments of one text tile it from 0 to its length. */
export type TextSegment = {
  readonly start: number
  readonly end: number
  readonly kind: PartKind
  readonly toolName?: string
  readonly path?: string
  readonly lineRange?: string
  readonly isError?: boolean
  readonly isHeader?: boolean
  /** The header that opens a result; the n-th one answers the n-th call of the message before. */
  readonly opensResult?: boolean
}

/** Fills the gaps that `found` (ascending, disjoint) leaves between two offsets with segments like `rest`. */
export function tile(
  from: number,
  to: number,
  found: readonly TextSegment[],
  rest: Omit<TextSegment, 'start' | 'end'>,
): TextSegment[] {
  const segments: TextSegment[] = []
  let at = from
  for (const segment of found) {
    if (segment.start > at) segments.push({ ...rest, start: at, end: segment.start })
    segments.push(segment)
    at = segment.end
  }
  if (at < to || from === to) segments.push({ ...rest, start: at, end: to })
  return segments
}
