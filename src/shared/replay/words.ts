import { formatCountWithNoun, formatCount } from '../kernel/format-count-with-noun.ts'
import { formatPercent, formatUsd } from '../kernel/format-figures.ts'
import { formatRanges } from '../kernel/ranges.ts'
import { sayWith, type NoteOf } from '../kernel/words/note.ts'
import {
  countingSentences,
  describeProblems,
  explainUnknownHistory,
  explainUnpriced,
  type UnknownHistoryReason,
} from '../kernel/words/record.ts'
import type { ImportProblem } from '../library/task-types.ts'
import type {
  CacheEvidence,
  CacheRules,
  CacheStyle,
  PlayedPolicy,
  PolicyReplay,
  RecordedCost,
} from './types.ts'

/** Requests and money of a part of a record. */
type Played = { readonly requests: number; readonly playedUsd: number; readonly recordedUsd: number }

/** Why what is played is not what was recorded, and how much each cause comes to. */
export type DifferenceCause =
  | { readonly cause: 'unplayed'; readonly requests: number; readonly costUsd: number }
  | { readonly cause: 'estimated'; readonly requests: number; readonly costUsd: number | null }
  | {
      readonly cause: 'short'
      readonly requests: number
      readonly cachedTokens: number
      readonly leastTokens: number
    }
  | ({ readonly cause: 'own-prices' | 'compared' } & Played)

function describeCause(cause: DifferenceCause): string {
  switch (cause.cause) {
    case 'unplayed': {
      const requests = cause.requests === 0 ? '' : ` (${formatCountWithNoun(cause.requests, 'request')})`
      return `${formatUsd(cause.costUsd)} was recorded for what cannot be played${requests}`
    }
    case 'estimated':
      return `${formatUsd(cause.costUsd)} is estimated, for ${formatCountWithNoun(cause.requests, 'request')} without a recorded cost`
    case 'short':
      return `${formatCountWithNoun(cause.requests, 'request')} with ${formatCountWithNoun(cause.cachedTokens, 'cached token')} in the record ${cause.requests === 1 ? 'is' : 'are'} played without a cache, which is assumed to hold nothing below ${formatCount(cause.leastTokens)} tokens`
    case 'own-prices':
    case 'compared': {
      const which =
        cause.cause === 'compared' ? 'that are compared' : 'whose prices are known only from their own cost'
      return `the requests ${which} (${cause.requests}) come to ${formatUsd(cause.playedUsd)} for ${formatUsd(cause.recordedUsd)}`
    }
  }
}

type Count = { readonly requests: number }
type Named = { readonly requests: readonly number[] }

const mostNamed = 5

/** The first of some requests. */
function formatRequestNumbers(requests: readonly number[]): string {
  const rest = requests.length - mostNamed
  return requests.slice(0, mostNamed).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

const reasons = {
  'whole-difference': (figures: {
    readonly playedUsd: number
    readonly recordedUsd: number
    readonly percent: number | null
    readonly causes: readonly DifferenceCause[]
  }) => {
    const { playedUsd, recordedUsd, percent, causes } = figures
    const distance =
      percent === null || Math.abs(percent) < 0.05
        ? 'as much as'
        : `${formatPercent(Math.abs(percent))} ${percent > 0 ? 'more' : 'less'} than`
    return `The replay comes to ${formatUsd(playedUsd)}, ${distance} the recorded ${formatUsd(recordedUsd)}: ${causes.map(describeCause).join(', and ')}.`
  },
  'all-free': () =>
    'Every request that is compared was recorded at no cost, as those of local and flat-rate models are: their replay costs nothing either.',
  'recorded-free': () => 'Every request that is compared was recorded at no cost, so there is no percentage.',
  'sent-less-than-all': ({ request }: { readonly request: number }) =>
    `From request ${request} on, the agent did not send everything: “recorded” follows the record, while “none” also sends what was condensed, truncated or left out.`,
  unplayable: ({ requests, reason }: Count & { readonly reason: UnknownHistoryReason }) =>
    `${formatCountWithNoun(requests, 'request')} cannot be played again. ${explainUnknownHistory(reason)}`,
  'no-requests': () => 'No request is recorded.',
  unreadable: ({ requests }: Count) =>
    `${formatCountWithNoun(requests, 'request')} cannot be read in the record, and is neither played nor compared.`,
  'refused-figures': ({ refused }: { readonly refused: number }) =>
    `${formatCountWithNoun(refused, 'figure')} that no request can have (negative, not a number, or far too large) treated as not recorded.`,
  'no-tokens': ({ requests }: Count) =>
    `${formatCountWithNoun(requests, 'request')} without recorded tokens: estimated, and left out of comparisons.`,
  'no-cost': ({ requests }: Count) => `${formatCountWithNoun(requests, 'request')} without a recorded cost.`,
  'own-prices': ({ requests, costUsd }: Count & { readonly costUsd: number }) =>
    `${formatCountWithNoun(requests, 'request')} (${formatUsd(costUsd)}) with prices known only from their own cost: left out of comparisons.`,
  'list-prices': () => 'Where no cost was recorded, what policies cost is estimated from list prices.',
  unpriced: ({ requests, terms }: Count & { readonly terms: string }) => explainUnpriced(requests, terms),
  'costs-without-tokens': () => 'Costs were recorded without tokens, so no prices follow from them.',
  'cost-as-sum': ({ costUsd }: { readonly costUsd: number }) =>
    `${formatUsd(costUsd)} is recorded for the session as a whole, so no prices follow from it.`,
  'no-costs': () => 'No cost was recorded at all, so no prices are known.',
  'unpriced-condensation': () => 'The agent condensed without recording what that cost.',
  'sums-apart': ({ costUsd }: { readonly costUsd: number }) =>
    `${formatUsd(costUsd)} of undone requests or of subagents is recorded only as a sum: it is in no figure here.`,
  'impossible-input': ({ requests }: Named) =>
    `${formatCountWithNoun(requests.length, 'request')} with far more input than those around them (${formatRequestNumbers(requests)}): treated as not recorded.`,
  ...countingSentences,
  'odd-cached': ({ requests }: Named) =>
    `${formatCountWithNoun(requests.length, 'request')} with more cached tokens than input, unlike the others (${formatRequestNumbers(requests)}): only as many as the input are counted.`,
  largest: (figures: {
    readonly requests: readonly {
      readonly request: number
      readonly playedUsd: number
      readonly recordedUsd: number
    }[]
  }) => {
    const named = figures.requests.map(
      ({ request, playedUsd, recordedUsd }) =>
        `request ${request} (${formatUsd(playedUsd)} for ${formatUsd(recordedUsd)})`,
    )
    return `The replay differs most from the record at ${named.join(', ')}.`
  },
} as const
export type ReasonNote = NoteOf<typeof reasons>

/** A note about the agreement of a replay with the record, as a sentence. */
export const reasonText = sayWith(reasons)

/** How far a replay agrees with the record, without sentences. */
export type RecordedCostFigures = Omit<RecordedCost, 'reasons' | 'notes'> & {
  /** What the whole record comes to when it is played, US dollars; null where nothing can be, or no prices are known. */
  readonly playedUsd: number | null
  readonly notes: readonly ReasonNote[]
}

/** How far a replay agrees with the record, with its sentences; the problems of its files come first. */
export function withReasons(
  cost: RecordedCostFigures,
  problems: readonly ImportProblem[] = [],
): RecordedCost & Pick<RecordedCostFigures, 'playedUsd'> {
  const texts = cost.notes.map(reasonText)
  return { ...cost, notes: [...cost.notes], reasons: [...describeProblems(problems), ...texts] }
}

const unjudgedTexts = {
  deleted: 'The agent deleted what it condensed, so what it would have sent without that is not known.',
  'no-summary':
    'The summary that it wrote is no longer in the file, so what it sent from there on is not known.',
  'no-request':
    'The record says what was left out, but not from which request on. The first answer after it is used.',
  sampled: 'It condenses often: the first 32 are judged, then the 64th, the 128th and so on.',
} as const

/** Why a condensation is not judged. */
type UnjudgedReason = keyof typeof unjudgedTexts

/** A played policy with its sentences. */
export function withPolicyText(played: PlayedPolicy): PolicyReplay {
  return {
    ...played,
    firings: played.firings.map((one) =>
      one.unjudgedCode === undefined ? one : { ...one, unjudged: unjudgedTexts[one.unjudgedCode] },
    ),
    attempts: played.attempts.map((one) => ({ ...one, text: one.text ?? 'Nothing was changed.' })),
  }
}

type Happening = 'condensation' | 'truncation'

const policySentences = {
  'small-window': ({ leastTokens }: { readonly leastTokens: number }) =>
    `In a window under ${formatCount(leastTokens)} tokens an agent truncates instead of condensing. The policy is played as written.`,
  'over-window': (figures: {
    readonly above: number
    readonly requests: number
    readonly windowTokens: number
    readonly peakTokens: number
  }) =>
    `${figures.above} of ${figures.requests} requests do not fit into the window of ${formatCount(figures.windowTokens)} tokens, this one first. The largest has ${formatCount(figures.peakTokens)}. A model with that window would have refused them.`,
  'over-model-window': (figures: {
    readonly above: number
    readonly requests: number
    readonly contextTokens: number
    readonly windowTokens: number
  }) =>
    `${figures.above} of ${figures.requests} requests do not fit into the window of their model, this one first: ${formatCount(figures.contextTokens)} tokens in a window of ${formatCount(figures.windowTokens)}. The model would have refused them, so savings against this policy are savings against something that could not have been sent.`,
  unplayed: (figures: {
    readonly kind: Happening
    readonly times: number
    /** How many of these times cannot be played. */
    readonly missing: number
    readonly requests: readonly number[]
    readonly isDeleting: boolean
  }) => {
    const { kind, times, missing, requests, isDeleting } = figures
    const which = missing === times ? 'none of that can be played' : `${missing} of that cannot be played`
    const places =
      requests.length === 0
        ? ''
        : `, before ${requests.length === 1 ? 'request' : 'requests'} ${formatRanges(requests)}`
    const did = kind === 'condensation' ? 'condensed' : 'truncated'
    const start = `The agent ${did} ${formatCountWithNoun(times, 'time')}${places}, and ${which}`
    if (kind === 'truncation') return `${start} or judged.`
    const why = isDeleting ? 'It is not judged: the agent deleted what it condensed.' : 'It is not judged.'
    return `${start}, so its cost is in no figure here. ${why}`
  },
  'not-judged': ({ why }: { readonly why: UnjudgedReason }) => `Not judged. ${unjudgedTexts[why]}`,
  'no-own-cost': () => 'No cost of this condensation is recorded, so its break-even is not known.',
} as const

/** A note about a policy, and the request that it is of. */
export type PolicyNote = NoteOf<typeof policySentences> & { readonly request: number }

/** A note about a policy with its sentence. */
export function withNoteText(note: PolicyNote): PolicyNote & { readonly text: string } {
  return { ...note, text: sayWith(policySentences)(note) }
}

/** The rules of a cache with what of the record says so. */
export function withCacheText(rules: CacheRules): CacheStyle {
  const texts = rules.evidence.map(describeCacheEvidence)
  const named = rules.evidence.map(({ model }, at) => `${model ?? 'Other requests'}: ${texts[at] ?? ''}`)
  const said = texts.length === 1 ? (texts[0] ?? '') : named.join(' ')
  return { ...rules, evidence: [...rules.evidence], text: `${said}${describeCacheVendor(rules)}` }
}

const vendorNames = {
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  'openai-marks': 'OpenAI from GPT-5.6 on',
  gemini: 'Gemini',
  deepseek: 'DeepSeek',
} as const

/** Whose rules a cache is played by; nothing where no vendor is known. */
function describeCacheVendor({ vendor, leastTokens, timeToLiveMs }: CacheRules): string {
  if (vendor === undefined || vendor === 'other' || vendor === 'none') return ''
  const life =
    timeToLiveMs === null ? '' : `, kept ${Math.round(timeToLiveMs / 60_000)} min after its last use`
  return ` Rules of ${vendorNames[vendor]}: from ${formatCountWithNoun(leastTokens, 'token')} on${life}.`
}

function describeCacheEvidence({ code, stepTokens }: CacheEvidence): string {
  switch (code) {
    case 'no-reads':
      return 'No request is recorded to have read from a cache.'
    case 'writes':
      return 'The record shows tokens written to the cache.'
    case 'step-reads':
      return `All recorded reads are multiples of ${stepTokens} tokens.`
    case 'plain-reads':
      return 'The record shows reads of any size and no writes.'
    case 'hour-writes':
      return 'The record shows tokens written to the cache for an hour.'
    case 'no-write-price':
      return 'The prices do not cover cache writes.'
    case 'model-name':
      return 'No usage is recorded, so the cache rules of the model’s vendor apply.'
  }
}
