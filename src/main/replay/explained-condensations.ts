import type { ExplainedCondensation } from '../../shared/domain/explained-condensation.ts'
import type { RecordedRun } from '../record/recorded-run.ts'
import type { ContextSize } from './context-sizes.ts'
import { differencePercent } from '../../shared/lib/numbers.ts'
import { formatCount } from '../../shared/lib/count-of.ts'

/** What a condensation is explained from. */
type CondensationCase = {
  readonly condensation: RecordedRun['condensations'][number]
  /** The request of the condensation before it, or 0. */
  readonly since: number
  readonly sizes: readonly ContextSize[]
  /** Of each request; null where no window is known. */
  readonly windows: readonly (number | null)[]
}

type CondensationLimits = NonNullable<ExplainedCondensation['limits']>

type Found = Omit<ExplainedCondensation, 'text'>

const tokensText = (tokens: number): string => `${formatCount(tokens)} tokens`

const percentText = (percent: number): string => `${percent.toFixed(1)} %`

const limitText = (limit: number, unit: CondensationLimits['unit']): string =>
  unit === 'percent' ? percentText(limit) : tokensText(limit)

const byHandTexts = {
  place: 'By its place in the record it condensed by hand',
  count: 'It counted nothing but what it had sent last, as where it is told to by hand',
} as const

/**
 * Holds each condensation of the agent against a replay with the same settings. These are in no file, so they are looked
 * for: any limit above all contexts since the condensation before, and not above the context at this one, fires here and
 * nowhere before. `windows` are those of the requests.
 */
export function explainedCondensations(
  firings: RecordedRun['condensations'],
  sizes: readonly ContextSize[],
  windows: readonly (number | null)[],
): ExplainedCondensation[] {
  let since = 0
  const found = firings.map((condensation) => {
    const own: CondensationCase = { condensation, since, sizes, windows }
    since = condensation.request ?? since
    return toRecorded(own)
  })
  return found.map((one, index) => ({ ...one, text: one.text + apartFrom(one, found[index - 1]) }))
}

/** Whether no one limit is among those of both. */
function apartFrom({ limits }: ExplainedCondensation, before: ExplainedCondensation | undefined): string {
  const other = before?.limits ?? null
  if (limits === null || other === null || limits.unit !== other.unit) return ''
  const isApart = limits.above >= other.upTo || other.above >= limits.upTo
  return isApart
    ? ` No one ${limits.unit === 'percent' ? 'threshold' : 'limit'} explains this one and the one before request ${before?.request ?? 0}: the settings were changed in between, or one of them was made by hand.`
    : ''
}

function toRecorded(own: CondensationCase): ExplainedCondensation {
  const { condensation, sizes, windows } = own
  const { kind, request, agentTokens } = condensation
  const contextTokens = sizes[request ?? -1]?.uncondensedTokens ?? null
  const windowTokens = windows[request ?? -1] ?? null
  const tokens = contextTokens ?? agentTokens
  const limits = limitsOf(own)
  const firesAt = limits === null ? firstAtSize(own) : request
  const found = {
    kind,
    request,
    agentTokens,
    contextTokens,
    windowTokens,
    percent: tokens === null || windowTokens === null ? null : (100 * tokens) / windowTokens,
    limits,
    firesAt,
    same: request !== null && firesAt === request,
  }
  return { ...found, text: describeCondensation(own, found) }
}

function limitsOf(own: CondensationCase): CondensationLimits | null {
  const { condensation, since, sizes } = own
  const { request, agentTokens } = condensation
  const size = sizes[request ?? -1]?.uncondensedTokens ?? agentTokens
  if (request === null || size === null) return null
  const { unit, of } = measureOf(own)
  const above = sizes
    .slice(since, request)
    .reduce((most, { sentTokens }, index) => Math.max(most, of(sentTokens ?? 0, since + index)), 0)
  // The agent's own count has to reach the limit as well.
  const upTo = of(Math.min(size, agentTokens ?? size), request)
  return above < upTo ? { above, upTo, unit } : null
}

/** The first request since the condensation before whose context was as large as the agent's at this one. */
function firstAtSize(own: CondensationCase): number | null {
  const { condensation, since, sizes } = own
  const { request, agentTokens } = condensation
  const size = agentTokens ?? sizes[request ?? -1]?.uncondensedTokens ?? null
  if (request === null || size === null) return null
  const { of } = measureOf(own)
  const limit = of(size, request)
  const contexts = sizes.slice(since).map((one, index) => {
    const tokens = since + index === request ? one.uncondensedTokens : one.sentTokens
    return tokens === null ? null : of(tokens, since + index)
  })
  const found = contexts.findIndex((context) => context !== null && context >= limit)
  return found < 0 ? null : since + found
}

/** Sentences for a person: at what size the agent condensed, what explains it, and where a replay fires. */
function describeCondensation(own: CondensationCase, found: Found): string {
  return [
    ...placeOf(own, found),
    ...reasonOf(own, found),
    ...estimateOf(own, found),
    ...deletedOf(own, found),
  ].join(' ')
}

function placeOf(
  { condensation }: CondensationCase,
  { kind, contextTokens, windowTokens, percent }: Found,
): string[] {
  const did = kind === 'condensation' ? 'condensed' : 'truncated'
  const { request, agentTokens } = condensation
  const tokens = contextTokens ?? agentTokens
  const size = tokens === null ? '' : ` at ${tokensText(tokens)}`
  if (request === null)
    return [`The agent ${did}${size}; the record does not say before which request, or none followed.`]
  const share =
    percent === null || windowTokens === null
      ? ', and the window of its model is not known'
      : `, ${percentText(percent)} of the ${formatCount(windowTokens)} of its model`
  return [`Before request ${request} the agent ${did}${size}${tokens === null ? '' : share}.`]
}

function reasonOf(own: CondensationCase, { request, limits, firesAt, percent }: Found): string[] {
  const { condensation, sizes } = own
  if (request === null) return []
  if (percent !== null && percent > 100)
    return ['That is more than the window, so another window must have counted.', ...limitsText(limits)]
  if (limits !== null && condensation.byHand !== null) {
    const limit = limitText(limits.upTo, limits.unit)
    return [`${byHandTexts[condensation.byHand]}; a replay with a limit of ${limit} fires there as well.`]
  }
  if (limits !== null) return limitsText(limits)
  if (condensation.agentTokens === null && sizes[request]?.uncondensedTokens == null)
    return ['No size is recorded that it could be held against.']
  if (firesAt === null) return ['No context of the record is as large, so a replay does not fire.']
  return [earlierText(own, firesAt), whyEarlier(own, firesAt)]
}

function limitsText(limits: CondensationLimits | null): string[] {
  if (limits === null) return []
  const { above, upTo, unit } = limits
  const what = unit === 'percent' ? 'threshold' : 'limit'
  const lower = above === 0 ? '' : `above ${limitText(above, unit)} and `
  return [`With a ${what} ${lower}up to ${limitText(upTo, unit)} a replay fires before the same request.`]
}

function earlierText({ sizes, condensation }: CondensationCase, firesAt: number): string {
  const tokens = sizes[firesAt]?.sentTokens ?? 0
  return firesAt === condensation.request
    ? 'A replay fires before the same request.'
    : `With that as its limit a replay fires before request ${firesAt} already, which was sent with ${tokensText(tokens)}.`
}

function whyEarlier(own: CondensationCase, firesAt: number): string {
  const { condensation, sizes } = own
  if (condensation.byHand !== null)
    return 'The agent was told to condense by hand, which no threshold explains.'
  const [before, after] = [sizes[firesAt]?.model ?? null, sizes[condensation.request ?? -1]?.model ?? null]
  if (before !== after && before !== null && after !== null)
    return `The model changed from ${before} to ${after} in between, and the limit with it.`
  const measure = measureOf(own).unit === 'percent' ? 'threshold' : 'limit'
  return `No ${measure} explains both: it was done by hand, or the settings were changed in between.`
}

function estimateOf({ condensation }: CondensationCase, { contextTokens }: Found): string[] {
  const { agentTokens, byHand } = condensation
  if (agentTokens === null || contextTokens === null || byHand !== null) return []
  const percent = differencePercent(agentTokens, contextTokens) ?? 0
  if (Math.abs(percent) < 1) return []
  const than = percent > 0 ? 'more' : 'less'
  return [
    `The agent counted ${tokensText(agentTokens)}, ${percentText(Math.abs(percent))} ${than}: it takes the last request with its answer, and estimates what has come since at half again what a tokenizer counts.`,
  ]
}

function deletedOf({ condensation, sizes }: CondensationCase, { request }: Found): string[] {
  if (!condensation.isDeleting || request === null) return []
  if (sizes.slice(0, request).some(({ isPlayed }) => isPlayed)) return []
  return [
    'It deleted what it condensed: this goes by the recorded sizes, and no policy can be played before it.',
  ]
}

/** What a limit is held against: percent of the window where every window is known, else tokens. */
function measureOf({ condensation: { request }, windows }: CondensationCase): {
  readonly unit: CondensationLimits['unit']
  readonly of: (tokens: number, at: number) => number
} {
  const own = windows[request ?? -1] ?? null
  if (own === null) return { unit: 'tokens', of: (tokens) => tokens }
  // A model that nobody knows has to be taken for the one that condensed.
  return { unit: 'percent', of: (tokens, at) => (100 * tokens) / (windows[at] ?? own) }
}
