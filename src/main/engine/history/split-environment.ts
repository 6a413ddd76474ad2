import type { TextSegment } from './text-segment.ts'

const open = '<environment_details>'
const close = '</environment_details>'

/**
 * Spans of `<environment_details>` in a text. An element opens only at the start of a line, so that prose and
 * source code that mention the tag stay what they are; one that is never closed reaches to the end.
 */
export function findEnvironment(text: string): TextSegment[] {
  const found: TextSegment[] = []
  let from = 0
  for (;;) {
    const start = text.indexOf(open, from)
    if (start < 0) return found
    if (start > 0 && text[start - 1] !== '\n') {
      from = start + open.length
      continue
    }
    const closing = text.indexOf(close, start)
    const end = closing < 0 ? text.length : closing + close.length
    found.push({ start, end, kind: 'environment' })
    from = end
  }
}
