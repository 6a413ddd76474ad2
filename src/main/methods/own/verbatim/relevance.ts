import type { Part } from '../../../../shared/kernel/part.ts'
import type { Conversation } from '../../../kernel/conversation.ts'
import { findErrors } from '../../../measure/facts/find-marked-lines.ts'
import { splitWords } from '../../../measure/facts/split-words.ts'
import type { Round } from './find-rounds.ts'
import type { Scope, Span } from './list-spans.ts'

/** How much was said about what may be deleted; the lower, the sooner it goes. */
export type Relevance = {
  readonly ofSpan: (span: Span) => number
  readonly ofRound: (round: Round) => number
}

/** Words below this length are in every text. */
const leastLetters = 4
/** What goes before everything else: the file was read or written again later. */
const superseded = -1000
const edgeBonus = 0.2
const errorBonus = 2

/**
 * Relevance by rare words: those of what the user and the assistant say and of what stands in the recent messages, each
 * the more worth the fewer spans have it. Errors and both ends of a result go later, and superseded reads first.
 */
export function createRelevance(
  { parts, messages }: Conversation,
  spans: readonly Span[],
  { end }: Scope,
): Relevance {
  const asked = new Set<string>()
  parts.forEach((own, index) => {
    for (const part of own) {
      const isSaid = part.kind === 'user-text' || part.kind === 'assistant-text'
      if (isSaid || index >= end)
        for (const word of splitWords(part.text).texts) if (word.length >= leastLetters) asked.add(word)
    }
  })
  const wordsOf = new Map<Span, readonly string[]>()
  const spansWith = new Map<string, number>()
  for (const span of spans) {
    const words = new Set(
      splitWords(span.part.text.slice(span.from, span.to)).texts.filter((word) => asked.has(word)),
    )
    wordsOf.set(span, [...words])
    for (const word of words) spansWith.set(word, (spansWith.get(word) ?? 0) + 1)
  }
  const lastTouched = findLastTouched(parts)
  const isSuperseded = ({ kind, path, lineRange, messageIndex }: Part): boolean =>
    kind === 'tool-result' &&
    path !== undefined &&
    lineRange === undefined &&
    (lastTouched.get(path) ?? -1) > messageIndex
  const ofSpan = (span: Span): number => {
    if (isSuperseded(span.part)) return superseded
    const weights = (wordsOf.get(span) ?? []).map((word) => 1 / (1 + Math.log2(spansWith.get(word) ?? 1)))
    const said = weights.reduce((sum, weight) => sum + weight, 0) / Math.sqrt(span.lines)
    return said + (span.isEdge ? edgeBonus : 0) + (holdsError(span) ? errorBonus : 0)
  }
  const byMessage = Map.groupBy(spans, ({ part }) => part.messageIndex)
  const ofRound = ({ from, to }: Round): number => {
    const own = messages.slice(from, to).flatMap((_, offset) => byMessage.get(from + offset) ?? [])
    // A round whose results are short has no spans: it is as relevant as the rest of the task.
    return own.length === 0 ? 1 : own.reduce((most, span) => Math.max(most, ofSpan(span)), superseded)
  }
  return { ofSpan, ofRound }
}

function holdsError({ part, from, to }: Span): boolean {
  return findErrors([[{ ...part, text: part.text.slice(from, to) }]]).length > 0
}

/** The last message in which each path is the one of a whole read or of a call. */
function findLastTouched(parts: Conversation['parts']): ReadonlyMap<string, number> {
  const last = new Map<string, number>()
  for (const { kind, path, lineRange, isError, messageIndex } of parts.flat()) {
    const isWhole = kind === 'tool-result' && lineRange === undefined && isError !== true
    if (path !== undefined && isWhole) last.set(path, messageIndex)
  }
  return last
}
