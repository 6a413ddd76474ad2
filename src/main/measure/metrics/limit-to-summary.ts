import type { Part } from '../../../shared/kernel/part.ts'
import { createConversation, type Conversation } from '../../kernel/conversation.ts'
import type { TokenCounter } from '../../kernel/tokens/token-counter.ts'
import type { Metric } from './metric.ts'
import { createSubject, type Subject } from './subject.ts'

/**
 * The same figure of the summary alone: kept messages hide what a summariser does. Null where the provider wrote none.
 */
export function limitToSummary(metric: Metric): Metric {
  return {
    ...metric,
    id: `${metric.id}-summary`,
    label: `${metric.label}, summary only`,
    view: 'summary',
    base: metric,
    measure: (subject) => {
      const summary = createSummarySubject(subject)
      return summary === null ? null : metric.measure(summary)
    },
  }
}

const known = new WeakMap<Subject, { readonly subject: Subject | null }>()

/** The condensation as if nothing but the summary stood there; null where the provider wrote none. */
export function createSummarySubject(subject: Subject): Subject | null {
  const found = known.get(subject)
  if (found !== undefined) return found.subject
  const text = readSummaryText(subject)
  const made = text === '' ? null : createTextSubject(subject, text)
  known.set(subject, { subject: made })
  return made
}

/** The condensation as if this text were all that stood there. */
export function createTextSubject(
  subject: Subject,
  text: string,
  counter: TokenCounter = subject.source.counter,
): Subject {
  return createContextSubject(
    subject,
    createConversation([{ role: 'user', content: text, isSummary: true }], counter),
  )
}

/** The condensation as if this were what it came to. Nothing in it is traced back to the source. */
export function createContextSubject(subject: Subject, result: Conversation): Subject {
  const { facts: _facts, now: _now, ...condensation } = subject
  const messages = result.messages.map(() => ({ sources: [], changes: [] }))
  return createSubject({ ...condensation, result, provenance: { messages, dropped: [] } })
}

/** What the provider wrote into its summaries, in order: whole messages, and parts of messages that it summarised. */
export function readSummaryText({ source, result, provenance }: Subject): string {
  const before = collectPartTexts(source)
  return result.parts
    .flatMap((own, index) => {
      const changes = provenance.messages[index]?.changes ?? []
      const isSummarised = changes.some(({ operation }) => operation === 'summarised')
      return own.filter((part) => (isSummarised || part.kind === 'summary') && !before.has(part.text))
    })
    .map(readPartText)
    .join('\n\n')
    .trim()
}

/** Of a result, the least share that its own words have to be for a shuffle of them to say anything. */
const leastOwnShare = 0.02

/**
 * Which parts of a result are its provider's own words: summaries, messages that come from none of the source, and what a
 * comparison found to be rewritten. Null where that is hardly any of it, such as a mark of what was left out.
 */
export function findOwnWords({ source, result, provenance }: Subject): ((part: Part) => boolean) | null {
  const before = collectPartTexts(source)
  const written = provenance.messages.map(
    ({ sources, changes }) =>
      sources.length === 0 ||
      changes.some(({ operation, isInferred }) => operation === 'summarised' || isInferred === true),
  )
  const isOwn = ({ kind, text, messageIndex }: Part): boolean =>
    (kind === 'summary' || written[messageIndex] === true) && !before.has(text)
  const parts = result.parts.flat()
  const measureTextLength = (some: readonly Part[]): number =>
    some.reduce((sum, { text }) => sum + text.length, 0)
  const own = parts.filter(isOwn)
  const isShort = measureTextLength(own) < leastOwnShare * measureTextLength(parts)
  return own.length === 0 || (isShort && own.every(({ kind }) => kind !== 'summary')) ? null : isOwn
}

const texts = new WeakMap<Conversation, ReadonlySet<string>>()

/** The texts of all parts of a source: what is not among them was written by the provider. */
export function collectPartTexts(source: Conversation): ReadonlySet<string> {
  const found = texts.get(source) ?? new Set(source.parts.flat().map(readPartText))
  texts.set(source, found)
  return found
}

function readPartText({ text }: Part): string {
  return text
}
