import type { RecordedFiring } from '../../shared/domain/recorded-firing.ts'
import type { AgentFiring } from '../record/condensations/agent-condensations.ts'
import type { ContextSize } from './context-sizes.ts'
import { describeFiring } from './describe-firing.ts'
import { measureOf, type FiringCase, type FiringLimits } from './firing-case.ts'

/**
 * Holds each condensation of the agent against a replay with the same settings. These are in no file, so they are looked
 * for: any limit above all contexts since the firing before, and not above the context at this one, fires here and
 * nowhere before. `windows` are those of the requests.
 */
export function recordedFirings(
  firings: readonly AgentFiring[],
  sizes: readonly ContextSize[],
  windows: readonly (number | null)[],
): RecordedFiring[] {
  let since = 0
  const found = firings.map((firing) => {
    const own: FiringCase = { firing, since, sizes, windows }
    since = firing.request ?? since
    return toRecorded(own)
  })
  return found.map((one, index) => ({ ...one, text: one.text + apartFrom(one, found[index - 1]) }))
}

/** Whether no one limit is among those of both. */
function apartFrom({ limits }: RecordedFiring, before: RecordedFiring | undefined): string {
  const other = before?.limits ?? null
  if (limits === null || other === null || limits.unit !== other.unit) return ''
  const isApart = limits.above >= other.upTo || other.above >= limits.upTo
  return isApart
    ? ` No one ${limits.unit === 'percent' ? 'threshold' : 'limit'} explains this one and the one before request ${before?.request ?? 0}: the settings were changed in between, or one of them was made by hand.`
    : ''
}

function toRecorded(own: FiringCase): RecordedFiring {
  const { firing, sizes, windows } = own
  const { kind, request, agentTokens } = firing
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
  return { ...found, text: describeFiring(own, found) }
}

function limitsOf(own: FiringCase): FiringLimits | null {
  const { firing, since, sizes } = own
  const { request, agentTokens } = firing
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

/** The first request since the firing before whose context was as large as the agent's at this one. */
function firstAtSize(own: FiringCase): number | null {
  const { firing, since, sizes } = own
  const { request, agentTokens } = firing
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
