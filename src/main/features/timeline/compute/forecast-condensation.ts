import type { LiveContext, Timeline } from '../../../../shared/timeline/types.ts'

/** Requests whose growth counts, the last ones: a session changes its pace. */
const counted = 12

/** Fewer tell no pace. */
const fewestGrowths = 3

/**
 * When a session condenses if it grows on as it did: at the middle size at which it condensed before, else at the size of
 * its agent's rule.
 */
export function forecastCondensation(
  { points, markers }: Pick<Timeline, 'points' | 'markers'>,
  ruleTokens: number | null,
): Pick<LiveContext, 'contextTokens' | 'trigger' | 'growthTokens' | 'turnsLeft'> {
  const contextTokens = points.at(-1)?.contextTokens ?? 0
  const condensations = markers.filter(({ kind }) => kind === 'condensation')
  const recorded = pickShare(
    condensations.flatMap(({ tokensBefore }) => tokensBefore ?? []),
    0.5,
  )
  const tokens = recorded ?? ruleTokens
  const since = condensations.at(-1)?.messageIndex ?? -1
  const sizes = points.flatMap(({ messageIndex, recordedTokens }) =>
    messageIndex > since && recordedTokens !== null ? [recordedTokens] : [],
  )
  const growths = sizes
    .map((size, at) => size - (sizes[at - 1] ?? size))
    .filter((growth) => growth > 0)
    .slice(-counted)
  const [slow, middle, quick] = [0.25, 0.5, 0.75].map((share) =>
    growths.length < fewestGrowths ? null : pickShare(growths, share),
  )
  const left = tokens === null ? 0 : tokens - contextTokens
  return {
    contextTokens,
    trigger: tokens === null ? null : { tokens, from: recorded === null ? 'rule' : 'recorded' },
    growthTokens: middle ?? null,
    turnsLeft:
      left > 0 && slow && quick ? { fewest: Math.ceil(left / quick), most: Math.ceil(left / slow) } : null,
  }
}

/** The value below which a share of the values lies, one of them; null for none. */
function pickShare(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null
}
