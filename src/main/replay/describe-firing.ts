import type { RecordedFiring } from '../../shared/domain/recorded-firing.ts'
import { differencePercent } from '../../shared/lib/difference-percent.ts'
import { formatCount } from '../../shared/lib/format-count.ts'
import { measureOf, type FiringCase, type FiringLimits } from './firing-case.ts'

type Found = Omit<RecordedFiring, 'text'>

/** Sentences for a person: at what size the agent condensed, what explains it, and where a replay fires. */
export function describeFiring(own: FiringCase, found: Found): string {
  return [
    ...placeOf(own, found),
    ...reasonOf(own, found),
    ...estimateOf(own, found),
    ...deletedOf(own, found),
  ].join(' ')
}

const tokensText = (tokens: number): string => `${formatCount(tokens)} tokens`
const percentText = (percent: number): string => `${percent.toFixed(1)} %`
const limitText = (limit: number, unit: FiringLimits['unit']): string =>
  unit === 'percent' ? percentText(limit) : tokensText(limit)

function placeOf({ firing }: FiringCase, { kind, contextTokens, windowTokens, percent }: Found): string[] {
  const did = kind === 'condensation' ? 'condensed' : 'truncated'
  const { request, agentTokens } = firing
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

function reasonOf(own: FiringCase, { request, limits, firesAt, percent }: Found): string[] {
  const { firing, sizes } = own
  if (request === null) return []
  if (percent !== null && percent > 100)
    return ['That is more than the window, so another window must have counted.', ...limitsText(limits)]
  if (limits !== null && firing.byHand !== null) {
    const limit = limitText(limits.upTo, limits.unit)
    return [`${byHandTexts[firing.byHand]}; a replay with a limit of ${limit} fires there as well.`]
  }
  if (limits !== null) return limitsText(limits)
  if (firing.agentTokens === null && sizes[request]?.uncondensedTokens == null)
    return ['No size is recorded that it could be held against.']
  if (firesAt === null) return ['No context of the record is as large, so a replay does not fire.']
  return [earlierText(own, firesAt), whyEarlier(own, firesAt)]
}

const byHandTexts = {
  place: 'By its place in the record it condensed by hand',
  count: 'It counted nothing but what it had sent last, as where it is told to by hand',
} as const

function limitsText(limits: FiringLimits | null): string[] {
  if (limits === null) return []
  const { above, upTo, unit } = limits
  const what = unit === 'percent' ? 'threshold' : 'limit'
  const lower = above === 0 ? '' : `above ${limitText(above, unit)} and `
  return [`With a ${what} ${lower}up to ${limitText(upTo, unit)} a replay fires before the same request.`]
}

function earlierText({ sizes, firing }: FiringCase, firesAt: number): string {
  const tokens = sizes[firesAt]?.sentTokens ?? 0
  return firesAt === firing.request
    ? 'A replay fires before the same request.'
    : `With that as its limit a replay fires before request ${firesAt} already, which was sent with ${tokensText(tokens)}.`
}

function whyEarlier(own: FiringCase, firesAt: number): string {
  const { firing, sizes } = own
  if (firing.byHand !== null) return 'The agent was told to condense by hand, which no threshold explains.'
  const [before, after] = [sizes[firesAt]?.model ?? null, sizes[firing.request ?? -1]?.model ?? null]
  if (before !== after && before !== null && after !== null)
    return `The model changed from ${before} to ${after} in between, and the limit with it.`
  const measure = measureOf(own).unit === 'percent' ? 'threshold' : 'limit'
  return `No ${measure} explains both: it was done by hand, or the settings were changed in between.`
}

function estimateOf({ firing }: FiringCase, { contextTokens }: Found): string[] {
  const { agentTokens, byHand } = firing
  if (agentTokens === null || contextTokens === null || byHand !== null) return []
  const percent = differencePercent(agentTokens, contextTokens) ?? 0
  if (Math.abs(percent) < 1) return []
  const than = percent > 0 ? 'more' : 'less'
  return [
    `The agent counted ${tokensText(agentTokens)}, ${percentText(Math.abs(percent))} ${than}: it takes the last request with its answer, and estimates what has come since at half again what a tokenizer counts.`,
  ]
}

function deletedOf({ firing, sizes }: FiringCase, { request }: Found): string[] {
  if (!firing.isDeleting || request === null) return []
  if (sizes.slice(0, request).some(({ isPlayed }) => isPlayed)) return []
  return [
    'It deleted what it condensed: this goes by the recorded sizes, and no policy can be played before it.',
  ]
}
