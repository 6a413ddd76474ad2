import type { Span } from '../../../shared/kernel/part.ts'
import { createFindClosing, type FindClosing } from './text-segment.ts'

/**
 * Where the content of an element of an XML-era call stands: from after its first opening tag to its last
 * closing tag, for file contents may hold either. Undefined where it is missing or was cut off.
 */
export function findElementSpan(text: string, tag: string): Span | undefined {
  const opening = text.indexOf(`<${tag}>`)
  if (opening < 0) return undefined
  const start = opening + tag.length + 2
  const end = text.lastIndexOf(`</${tag}>`)
  return end < start ? undefined : { start, end }
}

const openingTag = /<([A-Za-z][\w-]*)>/y

/**
 * Spans of the innermost parameter values of an XML-era call: elements that hold elements are looked into, but
 * what stands in `content`, `diff`, `result` and the like is a value however much it looks like markup.
 */
export function findXmlParameters(call: string): Span[] {
  const outer = readTag(call, 0)
  if (outer === undefined) return []
  const closing = call.lastIndexOf(`</${outer.name}>`)
  const findClosing = createFindClosing(call)
  const spans: Span[] = []
  // The element that is looked into, and those around it with the places where they go on: it may be as deep as it likes.
  let to = closing < 0 ? call.length : closing
  const around: { readonly to: number; readonly at: number }[] = []
  let at = skipSpace(call, outer.end, to)
  for (;;) {
    const tag = at < to ? readTag(call, at) : undefined
    if (tag === undefined) {
      const next = around.pop()
      if (next === undefined) return spans
      to = next.to
      at = skipSpace(call, next.at, to)
      continue
    }
    const isContainer = containers.has(tag.name)
    const nextEnd = isContainer
      ? findClosing(tag.name, tag.end)
      : findValueClosing(call, tag.name, tag.end, to, findClosing)
    const end = nextEnd < 0 || nextEnd > to ? to : nextEnd
    const after = end + tag.name.length + 3
    if (isContainer) {
      around.push({ to, at: after })
      to = end
      at = skipSpace(call, tag.end, to)
    } else {
      spans.push({ start: tag.end, end })
      at = skipSpace(call, after, to)
    }
  }
}

const containers: ReadonlySet<string> = new Set(['args', 'file', 'files', 'operations', 'operation'])

/** The closing tag after which a sibling or the end follows: values may hold a closing tag of their own name. */
function findValueClosing(
  call: string,
  name: string,
  from: number,
  to: number,
  findClosing: FindClosing,
): number {
  let end = findClosing(name, from)
  while (end >= 0 && end < to) {
    const after = skipSpace(call, end + name.length + 3, to)
    if (after >= to || readTag(call, after) !== undefined) return end
    end = findClosing(name, end + 1)
  }
  return end
}

function readTag(call: string, at: number): { readonly name: string; readonly end: number } | undefined {
  openingTag.lastIndex = at
  const match = openingTag.exec(call)
  return match === null ? undefined : { name: match[1] ?? '', end: openingTag.lastIndex }
}

function skipSpace(call: string, from: number, to: number): number {
  let at = from
  while (at < to && call.charCodeAt(at) <= 32) at += 1
  return at
}
