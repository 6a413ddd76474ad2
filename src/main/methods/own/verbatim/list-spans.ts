import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import type { Part } from '../../../../shared/kernel/part.ts'
import type { Conversation } from '../../../kernel/conversation.ts'
import { findPartBody } from '../../../kernel/operations/cut-part.ts'
import { isPinned, type Pin } from '../../../kernel/pins/pin.ts'

/** Messages that may be changed: `start` is the first of them, `end` the first after them. */
export type Scope = { readonly start: number; readonly end: number }

/** Lines of a tool result that belong together: a paragraph, or a piece of a long one. */
export type Span = {
  readonly part: Part
  /** Offsets in the text of the part, the line break behind it included. */
  readonly from: number
  readonly to: number
  readonly lines: number
  /** About how many tokens it has: its share of those of its part. */
  readonly tokens: number
  readonly partTokens: number
  /** Whether it begins or ends its result, which says what that is and how it went. */
  readonly isEdge: boolean
}

/** Results below this are left alone: a note of what is gone would be as long. */
const leastTokens = 40

/** The paragraphs of the tool results and environment details that may be deleted. */
export function listSpans(
  { parts, partTokens, messages }: Conversation,
  { start, end }: Scope,
  pins: readonly Pin[],
  spanLines: number,
): Span[] {
  return parts.slice(start, Math.max(start, end)).flatMap((own, at) => {
    const messageIndex = start + at
    if (messages[messageIndex]?.isSummary === true) return []
    return own.flatMap((part, index) => {
      const tokens = partTokens[messageIndex]?.[index] ?? 0
      const isContent = part.kind === 'tool-result' || part.kind === 'environment'
      if (!isContent || part.holder !== 'text' || part.isHeader === true) return []
      return tokens < leastTokens || isPinned(part, pins) ? [] : splitSpans(part, tokens, spanLines)
    })
  })
}

function splitSpans(part: Part, partTokens: number, spanLines: number): Span[] {
  const { body } = findPartBody(part)
  const ends = findSpanEnds(body, spanLines)
  const perCharacter = partTokens / Math.max(1, part.text.length)
  return ends.map(({ to, lines }, at): Span => {
    const from = ends[at - 1]?.to ?? 0
    const isEdge = at === 0 || at === ends.length - 1
    return { part, from, to, lines, tokens: (to - from) * perCharacter, partTokens, isEdge }
  })
}

/** Where the paragraphs of a text end: behind a blank line, or after so many lines. */
function findSpanEnds(body: string, spanLines: number): { to: number; lines: number }[] {
  const ends: { to: number; lines: number }[] = []
  let [at, lines] = [0, 0]
  while (at < body.length) {
    const found = body.indexOf('\n', at)
    const next = found < 0 ? body.length : found + 1
    const isBlank = body.slice(at, next).trim() === ''
    lines += 1
    if (isBlank || lines >= spanLines || next === body.length) {
      ends.push({ to: next, lines })
      lines = 0
    }
    at = next
  }
  return ends
}

/** The text of a part without some of its spans, with notes of how much is gone where they are wanted or nothing else is left. */
export function formatWithout(
  part: Part,
  spans: readonly Span[],
  leavesNotes: boolean,
): { readonly text: string; readonly lines: number; readonly of: number } {
  const { body, tail, lines: of } = findPartBody(part)
  const pieces: string[] = []
  let at = 0
  let gone = 0
  let lines = 0
  const note = (): void => {
    if (gone > 0 && leavesNotes) pieces.push(`${formatNote(gone)}\n`)
    gone = 0
  }
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    if (span.from > at) {
      note()
      pieces.push(body.slice(at, span.from))
    }
    gone += span.lines
    lines += span.lines
    at = span.to
  }
  if (at < body.length) {
    note()
    pieces.push(body.slice(at))
  } else if (gone > 0 && leavesNotes) pieces.push(formatNote(gone))
  const left = pieces.join('')
  const text = left.trim() === '' ? formatNote(lines) : left
  return { text: `${text}${tail}`, lines, of }
}

function formatNote(lines: number): string {
  return `(${formatCountWithNoun(lines, 'line')} deleted)`
}
