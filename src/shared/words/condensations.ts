import { formatCount } from '../lib/count-of.ts'
import type { ExplainedCondensation, FirstCondensation } from '../domain/explained-condensation.ts'
import { sayWith, type NoteOf } from './note.ts'

type Unit = 'percent' | 'tokens'
type Kind = ExplainedCondensation['kind']
/** A size that a trigger decided on. */
type Decided = {
  readonly contextTokens: number
  readonly percent: number
  readonly allowed: number
  readonly thresholdPercent: number
}

const tokensText = (tokens: number): string => `${formatCount(tokens)} tokens`
const percentText = (percent: number): string => `${percent.toFixed(1)} %`
const limitText = (limit: number, unit: Unit): string =>
  unit === 'percent' ? percentText(limit) : tokensText(limit)
const limitName = (unit: Unit): string => (unit === 'percent' ? 'threshold' : 'limit')
const didText = (kind: Kind): string => (kind === 'condensation' ? 'condensed' : 'truncated')

const byHandTexts = {
  place: 'By its place in the record it condensed by hand',
  count: 'It counted nothing but what it had sent last, as in a condensation by hand',
} as const

const explanations = {
  unplaced: ({ kind, tokens }: { readonly kind: Kind; readonly tokens: number | null }) =>
    `The agent ${didText(kind)}${tokens === null ? '' : ` at ${tokensText(tokens)}`}; the record does not say before which request, or none followed.`,
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
        ? ', and the window of its model is not known'
        : `, ${percentText(percent)} of the ${formatCount(windowTokens)} of its model`
    const size = tokens === null ? '' : ` at ${tokensText(tokens)}${share}`
    return `Before request ${request} the agent ${didText(kind)}${size}.`
  },
  'above-window': () => 'That is more than the window, so another window must have counted.',
  'by-hand': (figures: { readonly byHand: 'place' | 'count'; readonly limit: number; readonly unit: Unit }) =>
    `${byHandTexts[figures.byHand]}; a replay with a limit of ${limitText(figures.limit, figures.unit)} fires there as well.`,
  limits: ({ above, upTo, unit }: { readonly above: number; readonly upTo: number; readonly unit: Unit }) => {
    const lower = above === 0 ? '' : `above ${limitText(above, unit)} and `
    return `With a ${limitName(unit)} ${lower}up to ${limitText(upTo, unit)} a replay fires before the same request.`
  },
  'no-size': () => 'No size is recorded that it could be held against.',
  'never-as-large': () => 'No context of the record is as large, so a replay does not fire.',
  same: () => 'A replay fires before the same request.',
  earlier: ({ request, tokens }: { readonly request: number; readonly tokens: number }) =>
    `With that as its limit a replay fires before request ${request} already, which was sent with ${tokensText(tokens)}.`,
  'made-by-hand': () => 'The agent condensed by hand, which no threshold explains.',
  'model-changed': ({ before, after }: { readonly before: string; readonly after: string }) =>
    `The model changed from ${before} to ${after} in between, and the limit with it.`,
  'no-limit': ({ unit }: { readonly unit: Unit }) =>
    `No ${limitName(unit)} explains both: it was done by hand, or the settings were changed in between.`,
  'agent-count': ({ tokens, percent }: { readonly tokens: number; readonly percent: number }) =>
    `The agent counted ${tokensText(tokens)}, ${percentText(Math.abs(percent))} ${percent > 0 ? 'more' : 'less'}: it takes the last request with its answer, and estimates what has come since at half again what a tokenizer counts.`,
  deleted: () =>
    'It deleted what it condensed: this goes by the recorded sizes, and no policy can be played before it.',
  apart: ({ unit, request }: { readonly unit: Unit; readonly request: number }) =>
    `No one ${limitName(unit)} explains this one and the one before request ${request}: the settings were changed in between, or one of them was made by hand.`,
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

function sizeText({ contextTokens, percent, allowed, thresholdPercent }: Decided): string {
  const isRoundedUp = percent < thresholdPercent && Number(percent.toFixed(1)) >= thresholdPercent
  const share = `${formatCount(contextTokens)} tokens, ${percent.toFixed(isRoundedUp ? 3 : 1)} % of its window`
  return percent < thresholdPercent && contextTokens > allowed
    ? `${share}, above the ${formatCount(allowed)} that its answer leaves`
    : share
}

const firstSentences = {
  'with-agent': ({ kind }: { readonly kind: Kind }) =>
    `Fires before the request at which the agent ${didText(kind)}.`,
  agent: (figures: { readonly kind: Kind; readonly request: number; readonly isByHand: boolean }) =>
    `The agent ${didText(figures.kind)} before request ${figures.request}${figures.isByHand ? ' by hand' : ''}.`,
  earlier: ({ request, size }: { readonly request: number; readonly size: Decided | null }) =>
    `The policy fires before request ${request} already${size === null ? '' : `: ${sizeText(size)}`}.`,
  'agent-below': (figures: {
    readonly tokens: number
    readonly thresholdPercent: number
    readonly windowTokens: number
  }) =>
    `The agent's own count was ${formatCount(figures.tokens)} there, below ${figures.thresholdPercent} % of ${formatCount(figures.windowTokens)}: it estimates the last message; with “counter: roo-classic” the policy does as well.`,
  'no-size': () => 'How large the context was there is not recorded.',
  below: ({ size }: { readonly size: Decided }) =>
    `The context had ${sizeText(size)} there, below the threshold of ${size.thresholdPercent} %.`,
  'agent-above': ({ tokens }: { readonly tokens: number }) =>
    `The agent counted ${formatCount(tokens)}, for it estimates the last message at half again what a tokenizer counts; with “counter: roo-classic” the policy does as well.`,
  later: ({ request }: { readonly request: number | null }) =>
    request === null ? 'The policy never fires.' : `The policy fires before request ${request}.`,
  deleted: () =>
    'This goes by the recorded sizes: the agent deleted what it condensed, so it cannot be played.',
  unplayed: () => 'This goes by the recorded size: the request itself cannot be played.',
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
