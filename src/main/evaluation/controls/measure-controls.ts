import type { ControlId, ControlScores } from '../../../shared/domain/control.ts'
import type { Conversation } from '../../engine/conversation.ts'
import type { Metric } from '../metrics/metric.ts'
import type { Subject } from '../metrics/subject.ts'
import { subjectOfContext, subjectOfText, summarySubject, summaryText } from '../metrics/summary-only.ts'
import { seededRandom } from '../statistics/seeded-random.ts'
import { controlTexts } from './control-texts.ts'

/** Orders of the words that the score of shuffled words is the mean of. */
const shuffles = [1, 2, 3]

/**
 * What cheap tricks score on each of these figures, with as many tokens as the variant has in the view of the figure.
 * Figures without controls are left out.
 */
export function measureControls(
  subject: Subject,
  metrics: readonly Metric[],
): Readonly<Record<string, ControlScores>> {
  const controlled = metrics.filter(({ isControlled }) => isControlled === true)
  const views = {
    whole: once(() => wholeControls(subject)),
    summary: once(() => summaryControls(subject)),
  }
  return Object.fromEntries(
    controlled.flatMap((metric) => {
      const contexts = views[metric.view ?? 'whole']()
      return contexts === null ? [] : [[metric.id, scoresOf(metric, contexts)]]
    }),
  )
}

/** A control, and the contexts whose mean is its score. */
type Control = readonly [id: ControlId, contexts: readonly Subject[]]

function scoresOf(metric: Metric, controls: readonly Control[]): ControlScores {
  const scores: Partial<Record<ControlId, number>> = {}
  for (const [id, contexts] of controls) {
    const values = contexts.flatMap((context) => (metric.base ?? metric).measure(context)?.value ?? [])
    if (values.length > 0 && values.length === contexts.length)
      scores[id] = values.reduce((sum, value) => sum + value, 0) / values.length
  }
  return scores
}

function summaryControls(subject: Subject): readonly Control[] | null {
  const summary = summarySubject(subject)
  if (summary === null) return null
  const tokens = summary.result.totalTokens
  const texts = controlTexts(subject.source, tokens)
  const text = summaryText(subject)
  return [
    ...textControls(subject, texts),
    ['shuffled', shuffles.map((seed) => subjectOfText(subject, shuffledWords(text, seed)))],
    ['last-messages', [subjectOfText(subject, texts['last-messages'])]],
    ['full', [subjectOfContext(subject, subject.source)]],
  ]
}

function wholeControls(subject: Subject): readonly Control[] {
  const { source, result } = subject
  const texts = controlTexts(source, result.totalTokens)
  const text = summaryText(subject)
  return [
    ...textControls(subject, texts),
    // Beside the messages that the variant kept as they were: shuffled, those would say nothing at all.
    ...(text === ''
      ? []
      : ([['shuffled', shuffles.map((seed) => withShuffledSummary(subject, seed))]] as const)),
    ['last-messages', [subjectOfContext(subject, lastMessages(source, result.totalTokens))]],
    ['full', [subjectOfContext(subject, source)]],
  ]
}

function textControls(subject: Subject, texts: ReturnType<typeof controlTexts>): readonly Control[] {
  return [
    ['nothing', [subjectOfText(subject, '')]],
    ['names', [subjectOfText(subject, texts.names)]],
    ['all-done', [subjectOfText(subject, texts['all-done'])]],
    ['frequent-lines', [subjectOfText(subject, texts['frequent-lines'])]],
  ]
}

/** The words of a text in another order. The same seed gives the same order. */
export function shuffledWords(text: string, seed: number): string {
  const random = seededRandom(seed)
  const words = text.split(/\s+/)
  for (let at = words.length - 1; at > 0; at -= 1) {
    const other = random.nextIndex(at + 1)
    const word = words[at] ?? ''
    words[at] = words[other] ?? ''
    words[other] = word
  }
  return words.join(' ')
}

/** The result with the words of each summary shuffled within it. */
function withShuffledSummary(subject: Subject, seed: number): Subject {
  const { result, source } = subject
  const before = new Set(source.parts.flat().map(({ text }) => text))
  const parts = result.parts.map((own) =>
    own.map((part) =>
      part.kind === 'summary' && !before.has(part.text)
        ? { ...part, text: shuffledWords(part.text, seed) }
        : part,
    ),
  )
  return subjectOfContext(subject, { ...result, parts })
}

/** The messages at the end that fit. */
function lastMessages(source: Conversation, tokens: number): Conversation {
  let start = source.messages.length
  for (let left = tokens; start > 0; start -= 1) {
    left -= source.messageTokens[start - 1] ?? 0
    if (left < 0) break
  }
  const from = <Value>(values: readonly Value[]): readonly Value[] => values.slice(start)
  const messageTokens = from(source.messageTokens)
  return {
    ...source,
    messages: from(source.messages),
    parts: from(source.parts).map((own) =>
      own.map((part) => ({ ...part, messageIndex: part.messageIndex - start })),
    ),
    partTokens: from(source.partTokens),
    messageTokens,
    totalTokens: messageTokens.reduce((sum, own) => sum + own, 0),
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
