import { lowerBound } from '../../../shared/kernel/numbers.ts'
import type { PartKind } from '../../../shared/kernel/part.ts'

/** A segment of a text with one meaning; segments of one text tile it from 0 to its length. */
export type TextSegment = {
  readonly start: number
  readonly end: number
  readonly kind: PartKind
  readonly toolName?: string | undefined
  readonly path?: string | undefined
  readonly lineRange?: string | undefined
  readonly isError?: boolean | undefined
  readonly isHeader?: boolean | undefined
  /** The header that opens a result; the n-th one answers the n-th call of the message before. */
  readonly opensResult?: boolean | undefined
  /** The segment itself, where its text is remembered: what counts it knows it again at once. */
  readonly text?: string | undefined
}

/**
 * The same segments with their texts, for answers that are kept. All have the same keys in the same order: V8 reads
 * objects of one shape faster than those of many.
 */
export function withTexts(text: string, segments: readonly TextSegment[]): readonly TextSegment[] {
  const isWhole = segments.length === 1
  return segments.map(
    ({ start, end, kind, toolName, path, lineRange, isError, isHeader, opensResult }): TextSegment => ({
      start,
      end,
      kind,
      toolName,
      path,
      lineRange,
      isError,
      isHeader,
      opensResult,
      text: isWhole ? undefined : text.slice(start, end),
    }),
  )
}

/** Fills the gaps that `found` (ascending, disjoint) leaves between two offsets with segments like `rest`. */
export function fillGaps(
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

/** Offset of the first closing tag of a name from an offset on; -1 where there is none. */
export type FindClosing = (name: string, from: number) => number

const closingTag = /<\/([A-Za-z][\w-]*)>/g

/**
 * Finds closing tags of one text. The text is gone through once, at the first question: a search for each tag that is
 * opened would go through the rest of it for every one that is never closed.
 */
export function createFindClosing(text: string): FindClosing {
  let places: ReadonlyMap<string, readonly number[]> | undefined
  return (name, from) => {
    places ??= indexClosingTags(text)
    const own = places.get(name)
    return own === undefined ? -1 : (own[lowerBound(own, from)] ?? -1)
  }
}

function indexClosingTags(text: string): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const { 1: name = '', index } of text.matchAll(closingTag)) {
    const own = places.get(name)
    if (own === undefined) places.set(name, [index])
    else own.push(index)
  }
  return places
}

/** Elements in which agents tell their models about their surroundings, their rules and reminders. */
const boilerplateTags = [
  'environment_details',
  'environment_context',
  'system-reminder',
  'user_instructions',
  'session_context',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
  'command-name',
  'command-message',
  'command-contents',
  'local-command-stdout',
  'local-command-stderr',
  'SYSTEM_NOTICE',
]
const opening = new RegExp(`<(${boilerplateTags.join('|')}|command-args(?=></command-args>))>`, 'g')

/** Sections that agents write without elements: how each begins, and where it ends. */
const sections = [
  {
    start: '[TASK RESUMPTION]',
    end: /New instructions for task continuation:|<user_message>|<environment_details>/g,
    isEndOwn: false,
  },
  { start: '--- Content from referenced files ---', end: /--- End of content ---/g, isEndOwn: true },
] as const

/**
 * Spans of what an agent wrote about its surroundings in a text of the user. An element opens only at the start of a
 * line, so that prose and source code that mention the tag stay what they are. `<environment_details>` that is never
 * closed reaches to the end.
 */
export function findEnvironment(text: string): TextSegment[] {
  const found: TextSegment[] = findSections(text)
  if (!text.includes('<')) return found
  let from = 0
  for (const { 1: tag = '', index } of text.matchAll(opening)) {
    if (index < from || !startsLine(text, index)) continue
    const close = `</${tag}>`
    const closing = text.indexOf(close, index)
    if (closing < 0 && tag !== 'environment_details') continue
    from = closing < 0 ? text.length : closing + close.length
    found.push({ start: index, end: from, kind: 'environment' })
  }
  return withoutOverlaps(found)
}

/** Sections reach to the end of the text where what ends them is missing. */
function findSections(text: string): TextSegment[] {
  return sections.flatMap(({ start, end, isEndOwn }): TextSegment[] => {
    const from = text.indexOf(start)
    if (from < 0 || !startsLine(text, from)) return []
    const pattern = new RegExp(end)
    pattern.lastIndex = from
    const ending = pattern.exec(text)
    const to = ending === null ? text.length : ending.index + (isEndOwn ? ending[0].length : 0)
    return [{ start: from, end: to, kind: 'environment' }]
  })
}

function withoutOverlaps(found: readonly TextSegment[]): TextSegment[] {
  const kept: TextSegment[] = []
  for (const one of found.toSorted((a, b) => a.start - b.start))
    if (one.start >= (kept.at(-1)?.end ?? 0)) kept.push(one)
  return kept
}

/** A tag within a sentence is what somebody writes about. */
function startsLine(text: string, index: number): boolean {
  let at = index - 1
  while (at >= 0 && index - at < 40 && (text[at] === ' ' || text[at] === '\t')) at -= 1
  return at < 0 || text[at] === '\n'
}
