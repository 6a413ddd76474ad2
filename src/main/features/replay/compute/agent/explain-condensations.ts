import type { ExplainedCondensation } from '../../../../../shared/condensations/explained-condensation-types.ts'
import type { ExplainedFigures, ExplanationNote } from '../../../../../shared/condensations/words.ts'
import { computeDifferencePercent } from '../../../../../shared/kernel/numbers.ts'
import type { RecordedRun } from '../../../../record/recorded-run.ts'
import type { ContextSize } from './measure-context-sizes.ts'

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

type Found = Omit<ExplainedFigures, 'notes'>

/**
 * Holds each condensation of the agent against a replay with the same settings. These are in no file, so they are looked
 * for: any limit above all contexts since the condensation before, and not above the context at this one, fires here and
 * nowhere before. `windows` are those of the requests.
 */
export function explainCondensations(
  condensations: RecordedRun['condensations'],
  sizes: readonly ContextSize[],
  windows: readonly (number | null)[],
): ExplainedFigures[] {
  let since = 0
  const found = condensations.map((condensation) => {
    const own: CondensationCase = { condensation, since, sizes, windows }
    since = condensation.request ?? since
    return explain(own)
  })
  return found.map((one, index) => ({
    ...one,
    notes: [...one.notes, ...buildApartNotes(one, found[index - 1])],
  }))
}

/** Whether no one limit is among those of both. */
function buildApartNotes({ limits }: Found, before: Found | undefined): ExplanationNote[] {
  const other = before?.limits ?? null
  if (limits === null || other === null || limits.unit !== other.unit) return []
  const isApart = limits.above >= other.upTo || other.above >= limits.upTo
  return isApart ? [{ code: 'apart', figures: { unit: limits.unit, request: before?.request ?? 0 } }] : []
}

function explain(own: CondensationCase): ExplainedFigures {
  const { condensation, sizes, windows } = own
  const { kind, request, agentTokens } = condensation
  const contextTokens = sizes[request ?? -1]?.uncondensedTokens ?? null
  const windowTokens = windows[request ?? -1] ?? null
  const tokens = contextTokens ?? agentTokens
  const limits = findLimits(own)
  const firesAt = limits === null ? findFirstOfSize(own) : request
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
  const notes = [
    buildPlaceNote(own, found),
    ...buildReasonNotes(own, found),
    ...buildEstimateNotes(own, found),
    ...buildDeletedNotes(own, found),
  ]
  return { ...found, notes }
}

function findLimits(own: CondensationCase): CondensationLimits | null {
  const { condensation, since, sizes } = own
  const { request, agentTokens } = condensation
  const size = sizes[request ?? -1]?.uncondensedTokens ?? agentTokens
  if (request === null || size === null) return null
  const { unit, of } = chooseLimitMeasure(own)
  const above = sizes
    .slice(since, request)
    .reduce((most, { sentTokens }, index) => Math.max(most, of(sentTokens ?? 0, since + index)), 0)
  // The agent's own count has to reach the limit as well.
  const upTo = of(Math.min(size, agentTokens ?? size), request)
  return above < upTo ? { above, upTo, unit } : null
}

/** The first request since the condensation before whose context was as large as the agent's at this one. */
function findFirstOfSize(own: CondensationCase): number | null {
  const { condensation, since, sizes } = own
  const { request, agentTokens } = condensation
  const size = agentTokens ?? sizes[request ?? -1]?.uncondensedTokens ?? null
  if (request === null || size === null) return null
  const { of } = chooseLimitMeasure(own)
  const limit = of(size, request)
  const contexts = sizes.slice(since).map((one, index) => {
    const tokens = since + index === request ? one.uncondensedTokens : one.sentTokens
    return tokens === null ? null : of(tokens, since + index)
  })
  const found = contexts.findIndex((context) => context !== null && context >= limit)
  return found < 0 ? null : since + found
}

function buildPlaceNote(
  { condensation: { request, agentTokens } }: CondensationCase,
  { kind, contextTokens, windowTokens, percent }: Found,
): ExplanationNote {
  const tokens = contextTokens ?? agentTokens
  return request === null
    ? { code: 'unplaced', figures: { kind, tokens } }
    : { code: 'placed', figures: { kind, request, tokens, percent, windowTokens } }
}

/** What explains the place of a condensation, or why a replay fires elsewhere. */
function buildReasonNotes(
  own: CondensationCase,
  { request, limits, firesAt, percent }: Found,
): ExplanationNote[] {
  const { condensation, sizes } = own
  if (request === null) return []
  const limitNotes = limits === null ? [] : [{ code: 'limits', figures: limits } as const]
  if (percent !== null && percent > 100) return [{ code: 'above-window' }, ...limitNotes]
  if (limits !== null && condensation.byHand !== null) {
    const { upTo, unit } = limits
    return [{ code: 'by-hand', figures: { byHand: condensation.byHand, limit: upTo, unit } }]
  }
  if (limits !== null) return limitNotes
  if (condensation.agentTokens === null && sizes[request]?.uncondensedTokens == null)
    return [{ code: 'no-size' }]
  if (firesAt === null) return [{ code: 'never-as-large' }]
  const tokens = sizes[firesAt]?.sentTokens ?? 0
  const place: ExplanationNote =
    firesAt === condensation.request
      ? { code: 'same' }
      : { code: 'earlier', figures: { request: firesAt, tokens } }
  return [place, buildEarlierNote(own, firesAt)]
}

function buildEarlierNote(own: CondensationCase, firesAt: number): ExplanationNote {
  const { condensation, sizes } = own
  if (condensation.byHand !== null) return { code: 'made-by-hand' }
  const [before, after] = [sizes[firesAt]?.model ?? null, sizes[condensation.request ?? -1]?.model ?? null]
  if (before !== after && before !== null && after !== null)
    return { code: 'model-changed', figures: { before, after } }
  return { code: 'no-limit', figures: { unit: chooseLimitMeasure(own).unit } }
}

function buildEstimateNotes({ condensation }: CondensationCase, { contextTokens }: Found): ExplanationNote[] {
  const { agentTokens, byHand } = condensation
  if (agentTokens === null || contextTokens === null || byHand !== null) return []
  const percent = computeDifferencePercent(agentTokens, contextTokens) ?? 0
  return Math.abs(percent) < 1 ? [] : [{ code: 'agent-count', figures: { tokens: agentTokens, percent } }]
}

function buildDeletedNotes({ condensation, sizes }: CondensationCase, { request }: Found): ExplanationNote[] {
  if (!condensation.isDeleting || request === null) return []
  return sizes.slice(0, request).some(({ isPlayed }) => isPlayed) ? [] : [{ code: 'deleted' }]
}

/** What a limit is held against: percent of the window where every window is known, else tokens. */
function chooseLimitMeasure({ condensation: { request }, windows }: CondensationCase): {
  readonly unit: CondensationLimits['unit']
  readonly of: (tokens: number, at: number) => number
} {
  const own = windows[request ?? -1] ?? null
  if (own === null) return { unit: 'tokens', of: (tokens) => tokens }
  // A model that nobody knows has to be taken for the one that condensed.
  return { unit: 'percent', of: (tokens, at) => (100 * tokens) / (windows[at] ?? own) }
}
