import type { Span } from '../../../shared/domain/part.ts'

/**
 * Where the content of an element of an XML-era call stands: from after its first opening tag to its last
 * closing tag, for file contents may hold either. Undefined where it is missing or was cut off.
 */
export function elementSpan(text: string, tag: string): Span | undefined {
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
export function xmlParameters(call: string): Span[] {
  const outer = tagAt(call, 0)
  if (outer === undefined) return []
  const closing = call.lastIndexOf(`</${outer.name}>`)
  return parametersBetween(call, outer.end, closing < 0 ? call.length : closing)
}

const containers: ReadonlySet<string> = new Set(['args', 'file', 'files', 'operations', 'operation'])

function parametersBetween(call: string, from: number, to: number): Span[] {
  const spans: Span[] = []
  let at = skipSpace(call, from)
  while (at < to) {
    const tag = tagAt(call, at)
    if (tag === undefined) break
    const closing = `</${tag.name}>`
    const isContainer = containers.has(tag.name)
    const nextEnd = isContainer ? call.indexOf(closing, tag.end) : lastClosing(call, closing, tag.end, to)
    const end = nextEnd < 0 || nextEnd > to ? to : nextEnd
    spans.push(...(isContainer ? parametersBetween(call, tag.end, end) : [{ start: tag.end, end }]))
    at = skipSpace(call, end + closing.length)
  }
  return spans
}

/** The closing tag after which a sibling or the end follows: values may hold a closing tag of their own name. */
function lastClosing(call: string, closing: string, from: number, to: number): number {
  let end = call.indexOf(closing, from)
  while (end >= 0 && end < to) {
    const after = skipSpace(call, end + closing.length)
    if (after >= to || tagAt(call, after) !== undefined) return end
    end = call.indexOf(closing, end + 1)
  }
  return end
}

function tagAt(call: string, at: number): { readonly name: string; readonly end: number } | undefined {
  openingTag.lastIndex = at
  const match = openingTag.exec(call)
  return match === null ? undefined : { name: match[1] ?? '', end: openingTag.lastIndex }
}

function skipSpace(call: string, from: number): number {
  let at = from
  while (at < call.length && call.charCodeAt(at) <= 32) at += 1
  return at
}
