import { formatCount } from '../kernel/format-count-with-noun.ts'
import { sayWith, type NoteOf } from '../kernel/words/note.ts'
import type { ExplainedCondensation, FirstCondensation } from './explained-condensation-types.ts'

type Unit = 'percent' | 'tokens'
type Kind = ExplainedCondensation['kind']
/** A size that a trigger decided on. */
type Decided = {
  readonly contextTokens: number
  readonly percent: number
  readonly allowed: number
  readonly thresholdPercent: number
}

const formatTokenCount = (tokens: number): string => `${formatCount(tokens)} tokens`
const formatRoundPercent = (percent: number): string => `${percent.toFixed(1)} %`
const limitText = (limit: number, unit: Unit): string =>
  unit === 'percent' ? formatRoundPercent(limit) : formatTokenCount(limit)
const limitName = (unit: Unit): string => (unit === 'percent' ? 'threshold' : 'limit')
const pickPastVerb = (kind: Kind): string => (kind === 'condensation' ? 'condensed' : 'truncated')

const byHandTexts = {
  place: 'Its place in the record suggests that it was triggered by hand',
  count: 'It counted only what it had sent last, as it does when triggered by hand',
} as const

const explanations = {
  unplaced: ({ kind, tokens }: { readonly kind: Kind; readonly tokens: number | null }) =>
    `The agent ${pickPastVerb(kind)}${tokens === null ? '' : ` at ${formatTokenCount(tokens)}`}. The record does not say before which request, or none followed.`,
  placed: (figures: {
    readonly kind: Kind
    readonly request: number
    readonly tokens: number | null
    readonly percent: number | null
    readonly windowTokens: number | null
  }) => {
    const { kind, request, tokens, percent, windowTokens } = figures
    const share =
      percent === null || windowTokens === null
        ? ', in a window of unknown size'
        : `, ${formatRoundPercent(percent)} of its window of ${formatCount(windowTokens)}`
    const size = tokens === null ? '' : ` at ${formatTokenCount(tokens)}${share}`
    return `Before request ${request} the agent ${pickPastVerb(kind)}${size}.`
  },
  'above-window': () => 'That is more than the window, so a different window must have applied.',
  'by-hand': (figures: { readonly byHand: 'place' | 'count'; readonly limit: number; readonly unit: Unit }) =>
    `${byHandTexts[figures.byHand]}. A replay with a limit of ${limitText(figures.limit, figures.unit)} condenses there as well.`,
  limits: ({ above, upTo, unit }: { readonly above: number; readonly upTo: number; readonly unit: Unit }) => {
    const lower = above === 0 ? '' : `above ${limitText(above, unit)} and `
    return `With a ${limitName(unit)} ${lower}up to ${limitText(upTo, unit)}, a replay condenses before the same request.`
  },
  'no-size': () => 'No size is recorded to compare it with.',
  'never-as-large': () => 'No recorded context is that large, so a replay does not condense.',
  same: () => 'A replay condenses before the same request.',
  earlier: ({ request, tokens }: { readonly request: number; readonly tokens: number }) =>
    `With that limit, a replay condenses as early as before request ${request}, which was sent with ${formatTokenCount(tokens)}.`,
  'made-by-hand': () => 'It was triggered by hand, so no threshold explains it.',
  'model-changed': ({ before, after }: { readonly before: string; readonly after: string }) =>
    `The model changed from ${before} to ${after} in between, and so did the limit.`,
  'no-limit': ({ unit }: { readonly unit: Unit }) =>
    `No ${limitName(unit)} explains both: it was triggered by hand, or the settings were changed in between.`,
  'agent-count': ({ tokens, percent }: { readonly tokens: number; readonly percent: number }) =>
    `The agent counted ${formatTokenCount(tokens)}, ${formatRoundPercent(Math.abs(percent))} ${percent > 0 ? 'more' : 'less'}: it adds the last request and its answer, and estimates everything since at 1.5 times what a tokenizer counts.`,
  deleted: () =>
    'The agent deleted what it condensed, so this is based on recorded sizes, and no policy can be played before it.',
  apart: ({ unit, request }: { readonly unit: Unit; readonly request: number }) =>
    `No one ${limitName(unit)} explains this one and the one before request ${request}: the settings were changed in between, or one of them was triggered by hand.`,
} as const
export type ExplanationNote = NoteOf<typeof explanations>

/** A condensation of the agent as a replay sees it, without sentences. */
export type ExplainedFigures = Omit<ExplainedCondensation, 'text' | 'notes'> & {
  readonly notes: readonly ExplanationNote[]
}

/** A condensation of the agent with its sentences. */
export function withExplanation(found: ExplainedFigures): ExplainedCondensation {
  return { ...found, notes: [...found.notes], text: found.notes.map(sayWith(explanations)).join(' ') }
}

function describeSize({ contextTokens, percent, allowed, thresholdPercent }: Decided): string {
  const isRoundedUp = percent < thresholdPercent && Number(percent.toFixed(1)) >= thresholdPercent
  const share = `${formatCount(contextTokens)} tokens, ${percent.toFixed(isRoundedUp ? 3 : 1)} % of its window`
  return percent < thresholdPercent && contextTokens > allowed
    ? `${share}, above the ${formatCount(allowed)} that its answer leaves room for`
    : share
}

const firstSentences = {
  'with-agent': ({ kind }: { readonly kind: Kind }) =>
    `Condenses before the request at which the agent ${pickPastVerb(kind)}.`,
  agent: (figures: { readonly kind: Kind; readonly request: number; readonly isByHand: boolean }) =>
    `The agent ${pickPastVerb(figures.kind)} before request ${figures.request}${figures.isByHand ? ' by hand' : ''}.`,
  earlier: ({ request, size }: { readonly request: number; readonly size: Decided | null }) =>
    `The policy condenses earlier, before request ${request}${size === null ? '' : `: ${describeSize(size)}`}.`,
  'agent-below': (figures: {
    readonly tokens: number
    readonly thresholdPercent: number
    readonly windowTokens: number
  }) =>
    `The agent's own count was ${formatCount(figures.tokens)} there, below ${figures.thresholdPercent} % of ${formatCount(figures.windowTokens)}: it estimates the last message. With “counter: roo-classic” the policy does so as well.`,
  'no-size': () => 'The size of the context there is not recorded.',
  below: ({ size }: { readonly size: Decided }) =>
    `The context had ${describeSize(size)} there, below the threshold of ${size.thresholdPercent} %.`,
  'agent-above': ({ tokens }: { readonly tokens: number }) =>
    `The agent counted ${formatCount(tokens)}, since it estimates the last message at 1.5 times what a tokenizer counts. With “counter: roo-classic” the policy does so as well.`,
  later: ({ request }: { readonly request: number | null }) =>
    request === null ? 'The policy never condenses.' : `The policy condenses before request ${request}.`,
  deleted: () =>
    'The agent deleted what it condensed, so this is based on recorded sizes and cannot be played.',
  unplayed: () => 'This is based on the recorded size: the request itself cannot be played.',
} as const
export type FirstCondensationNote = NoteOf<typeof firstSentences>

/** Where a policy fires first, without sentences. */
export type FirstFigures = Omit<FirstCondensation, 'text' | 'notes'> & {
  readonly notes: readonly FirstCondensationNote[]
}

/** Where a policy fires first, with its sentences. */
export function withFirstText(found: FirstFigures): FirstCondensation {
  return { ...found, notes: [...found.notes], text: found.notes.map(sayWith(firstSentences)).join(' ') }
}
