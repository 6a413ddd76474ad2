import type { ControlId, ControlScores } from '../../../shared/kernel/control.ts'
import { makeOnce } from '../../../shared/kernel/make-once.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import { createConversation, type Conversation } from '../../kernel/conversation.ts'
import type { TokenCounter } from '../../kernel/tokens/token-counter.ts'
import { recordLongerPart } from '../facts/longer-texts.ts'
import {
  findOwnWords,
  createContextSubject,
  createTextSubject,
  createSummarySubject,
  readSummaryText,
} from '../metrics/limit-to-summary.ts'
import { bringToSize } from '../metrics/measure-at-equal-size.ts'
import type { Metric } from '../metrics/metric.ts'
import type { Subject } from '../metrics/subject.ts'
import { createSeededRandom } from '../statistics/create-seeded-random.ts'
import { buildControlText, equalSizeControls, type TextControl } from './control-texts.ts'

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
    whole: makeOnce(() => buildWholeControls(subject)),
    summary: makeOnce(() => buildSummaryControls(subject)),
    'equal-size': makeOnce(() => buildEqualSizeControls(subject)),
  }
  return Object.fromEntries(
    controlled.flatMap((metric) => {
      const contexts = views[metric.view ?? 'whole']()
      // Of what is kept, everything marked as done says what states guessed by kind say.
      const own = contexts?.filter(({ id }) => id !== 'all-done' || metric.group === 'state') ?? []
      return own.length === 0 ? [] : [[metric.id, scoreControls(metric, own, subject.source)]]
    }),
  )
}

/** A control, and the contexts whose mean is its score: made once for all figures, which share what they read. */
type Control = {
  readonly id: ControlId
  /** What its contexts depend on beside the source; null where that is the variant itself. */
  readonly key: string | null
  readonly contexts: () => readonly Subject[]
}

/** Scores that variants of a checkpoint share, by figure and control. */
const shared = new WeakMap<Conversation, Map<string, number | null>>()

function scoreControls(metric: Metric, controls: readonly Control[], source: Conversation): ControlScores {
  const known = shared.get(source) ?? new Map<string, number | null>()
  shared.set(source, known)
  const scores: Partial<Record<ControlId, number>> = {}
  for (const { id, key, contexts } of controls) {
    const place = key === null ? null : `${metric.base?.id ?? metric.id} ${id} ${key}`
    const before = place === null ? undefined : known.get(place)
    const score = before === undefined ? computeControlMean(metric, contexts()) : before
    if (place !== null) known.set(place, score)
    if (score !== null) scores[id] = score
  }
  return scores
}

/** Null where a context has no value. */
function computeControlMean(metric: Metric, contexts: readonly Subject[]): number | null {
  const { measure } = metric.base ?? metric
  const values = contexts.flatMap((context) => measure(context)?.value ?? [])
  if (values.length === 0 || values.length < contexts.length) return null
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function buildSummaryControls(subject: Subject): readonly Control[] | null {
  const summary = createSummarySubject(subject)
  if (summary === null) return null
  const tokens = roundDownToStep(summary.result.totalTokens)
  const text = readSummaryText(subject)
  return [
    ...buildTextControls(subject, tokens),
    {
      id: 'shuffled',
      key: null,
      contexts: makeOnce(() => shuffles.map((seed) => buildTextSubject(subject, shuffleWords(text, seed)))),
    },
    buildTextControl(subject, 'last-messages', tokens),
  ]
}

function buildWholeControls(subject: Subject): readonly Control[] {
  const { source, result } = subject
  const tokens = roundDownToStep(result.totalTokens)
  const start = startOfLast(source, tokens)
  // Beside the messages that the variant kept as they were: shuffled, those would say nothing at all.
  const isOwn = findOwnWords(subject)
  return [
    ...buildTextControls(subject, tokens),
    ...(isOwn === null
      ? []
      : [
          {
            id: 'shuffled' as const,
            key: null,
            contexts: makeOnce(() => shuffles.map((seed) => withShuffled(subject, isOwn, seed))),
          },
        ]),
    {
      id: 'last-messages',
      key: `messages from ${start}`,
      contexts: makeOnce(() => [createContextSubject(subject, sliceConversation(source, start))]),
    },
  ]
}

function buildEqualSizeControls(subject: Subject): readonly Control[] | null {
  const { source, equalSize: tokens } = subject
  if (tokens === undefined) return null
  const lastMessages = makeOnce(() => [
    createContextSubject(subject, bringToSize(withNothing(source), tokens)),
  ])
  return equalSizeControls.map((id) =>
    id === 'last-messages'
      ? { id, key: `end of ${tokens} tokens`, contexts: lastMessages }
      : buildTextControl(subject, id, tokens),
  )
}

/** A condensation that kept nothing. */
function withNothing(source: Conversation): Pick<Subject, 'source' | 'result' | 'provenance'> {
  return { source, result: createConversation([], source.counter), provenance: { messages: [], dropped: [] } }
}

/** Sizes that differ by less than a step of 5 % are one, so that variants share what their controls score. */
function roundDownToStep(tokens: number): number {
  return tokens < 1 ? 0 : Math.floor(1.05 ** Math.floor(Math.log(tokens) / Math.log(1.05)))
}

function buildTextControls(subject: Subject, tokens: number): readonly Control[] {
  return [
    { id: 'nothing', key: '', contexts: makeOnce(() => [buildTextSubject(subject, '')]) },
    buildTextControl(subject, 'names', tokens),
    buildTextControl(subject, 'all-done', tokens),
    buildTextControl(subject, 'guessed', tokens),
    buildTextControl(subject, 'extract', tokens),
    { id: 'full', key: '', contexts: makeOnce(() => [createContextSubject(subject, subject.source)]) },
  ]
}

function buildTextControl(subject: Subject, id: TextControl, tokens: number): Control {
  const text = buildControlText(subject.source, id, tokens)
  // The first lines of one list: as many characters are the same text, however many tokens there was room for.
  return { id, key: `text ${text.length}`, contexts: makeOnce(() => [buildLinesSubject(subject, id, text)]) }
}

/** The longest text of each control so far, of a source. */
const longest = new WeakMap<Conversation, Map<TextControl, Part>>()

/** The first lines of a list are read as the start of the most of them that were read. */
function buildLinesSubject(subject: Subject, id: TextControl, text: string): Subject {
  const made = buildTextSubject(subject, text)
  const [part] = made.result.parts.flat()
  if (part === undefined) return made
  const known = longest.get(subject.source) ?? new Map<TextControl, Part>()
  longest.set(subject.source, known)
  const other = known.get(id)
  if (other === undefined || other.text.length < text.length) known.set(id, part)
  else recordLongerPart(part, other)
  return made
}

const uncounted: TokenCounter = { id: 'uncounted', count: () => 0 }

/** No controlled figure looks at the tokens of a context, and to count these takes longer than any figure. */
function buildTextSubject(subject: Subject, text: string): Subject {
  return createTextSubject(subject, text, uncounted)
}

/** The words of a text in another order. The same seed gives the same order. */
export function shuffleWords(text: string, seed: number): string {
  const random = createSeededRandom(seed)
  const words = text.split(/\s+/)
  for (let at = words.length - 1; at > 0; at -= 1) {
    const other = random.nextIndex(at + 1)
    const word = words[at] ?? ''
    words[at] = words[other] ?? ''
    words[other] = word
  }
  return words.join(' ')
}

/** The result with the words of some of its parts shuffled within each. */
function withShuffled(subject: Subject, isOwn: (part: Part) => boolean, seed: number): Subject {
  const { result } = subject
  const parts = result.parts.map((own) =>
    own.map((part) => (isOwn(part) ? { ...part, text: shuffleWords(part.text, seed) } : part)),
  )
  return createContextSubject(subject, { ...result, parts })
}

/** The first of the messages at the end that fit. */
function startOfLast({ messages, messageTokens }: Conversation, tokens: number): number {
  let start = messages.length
  for (let left = tokens; start > 0; start -= 1) {
    left -= messageTokens[start - 1] ?? 0
    if (left < 0) break
  }
  return start
}

function sliceConversation(source: Conversation, start: number): Conversation {
  const sliceFromStart = <Value>(values: readonly Value[]): readonly Value[] => values.slice(start)
  const messageTokens = sliceFromStart(source.messageTokens)
  return {
    ...source,
    messages: sliceFromStart(source.messages),
    parts: sliceFromStart(source.parts).map((own) =>
      own.map((part) => ({ ...part, messageIndex: part.messageIndex - start })),
    ),
    partTokens: sliceFromStart(source.partTokens),
    messageTokens,
    totalTokens: messageTokens.reduce((sum, own) => sum + own, 0),
  }
}
