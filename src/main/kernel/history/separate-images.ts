import { fillGaps, type TextSegment } from './text-segment.ts'

/** A picture that stands in a text, long enough to be one. */
const imageUrl = /data:image\/[\w.+-]{1,40};base64,[A-Za-z0-9+/]{256,}={0,2}/g

/**
 * Segments of a result with the pictures that stand in it as `data:` URLs apart: agents give them to the model as
 * pictures, of a thousand tokens or so, and letter by letter they would be hundreds of thousands.
 */
export function separateImages(text: string, segments: readonly TextSegment[]): readonly TextSegment[] {
  if (!text.includes(';base64,')) return segments
  return segments.flatMap((segment): readonly TextSegment[] => {
    const { start, end, kind } = segment
    if (kind !== 'tool-result') return [segment]
    const found = [...text.slice(start, end).matchAll(imageUrl)]
    if (found.length === 0) return [segment]
    const { toolName, path, lineRange, isError, isHeader, opensResult } = segment
    const rest = { kind, toolName, path, lineRange, isError, isHeader }
    const images = found.map(({ index, 0: { length } }): TextSegment => {
      return { start: start + index, end: start + index + length, kind: 'image' }
    })
    return fillGaps(start, end, images, rest).map((part, at) => (at === 0 ? { ...part, opensResult } : part))
  })
}
