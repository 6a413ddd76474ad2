import type { DiffSegment } from '../../../../shared/document/join-shreds.ts'

/** A segment as it is shown: text, or a count of characters that are folded away. */
export type ShownSegment =
  | { readonly kind: DiffSegment['kind']; readonly text: string }
  | { readonly kind: 'folded'; readonly of: DiffSegment['kind']; readonly characters: number }

/** Unchanged characters kept beside a change, and changed ones kept at each end of a very long change. */
const context = 300
const longestChange = 20_000
const mostSegments = 4000

/**
 * Makes a comparison short enough to show: the middle of long unchanged segments is folded, and so is that of
 * changes of many thousand characters.
 */
export function foldSegments(segments: readonly DiffSegment[]): readonly ShownSegment[] {
  const shown = segments.slice(0, mostSegments).flatMap((segment, index): readonly ShownSegment[] => {
    const keep = segment.kind === 'same' ? context : longestChange / 2
    const head = segment.kind === 'same' && index === 0 ? 0 : keep
    const tail = segment.kind === 'same' && index === segments.length - 1 ? 0 : keep
    // A fold of less than a line's length is useless, and a comparison without changes stays whole.
    if (segment.text.length <= head + tail + 100 || segments.length === 1) return cut(segment, longestChange)
    const start = findLineEndBefore(segment.text, head)
    const end = findLineStartAfter(segment.text, segment.text.length - tail)
    const folded: ShownSegment = { kind: 'folded', of: segment.kind, characters: end - start }
    const first: ShownSegment = { kind: segment.kind, text: segment.text.slice(0, start) }
    const last: ShownSegment = { kind: segment.kind, text: segment.text.slice(end) }
    return [...(head > 0 ? [first] : []), folded, ...(tail > 0 ? [last] : [])]
  })
  const rest = segments.slice(mostSegments).reduce((sum, segment) => sum + segment.text.length, 0)
  return rest === 0 ? shown : [...shown, { kind: 'folded', of: 'same', characters: rest }]
}

/** The end of the last line that is over at a place, or the place itself inside a long line. */
function findLineEndBefore(text: string, place: number): number {
  const at = place === 0 ? -1 : text.lastIndexOf('\n', place - 1)
  return at === -1 ? place : at + 1
}

/** The start of the first line from a place on, or the place itself where no line starts. */
function findLineStartAfter(text: string, place: number): number {
  const at = text.indexOf('\n', place)
  return at === -1 || at + 1 === text.length ? place : at + 1
}

function cut(segment: DiffSegment, longest: number): readonly ShownSegment[] {
  if (segment.text.length <= longest + 100) return [segment]
  return [
    { kind: segment.kind, text: segment.text.slice(0, longest) },
    { kind: 'folded', of: segment.kind, characters: segment.text.length - longest },
  ]
}
