import type { LiveContext, TimelineMarker, TimelinePoint } from '../../../../shared/timeline/types.ts'

/** Requests whose growth counts, the last ones: a session changes its pace. */
const counted = 12

/** Fewer tell no pace. */
const fewestGrowths = 3

/**
 * When a session condenses if it grows on as it did: at the size that its agent is set to, else at the middle size at which
 * it condensed before, else at the size of its agent's rule.
 */
export function forecastCondensation(
  {
    points,
    markers,
  }: {
    readonly points: readonly Pick<TimelinePoint, 'contextTokens' | 'messageIndex' | 'recordedTokens'>[]
    readonly markers: readonly Pick<TimelineMarker, 'kind' | 'messageIndex' | 'tokensBefore'>[]
  },
  { setTokens, ruleTokens }: { readonly setTokens: number | null; readonly ruleTokens: number | null },
): Pick<LiveContext, 'contextTokens' | 'trigger' | 'growths' | 'growthTokens' | 'turnsLeft'> {
  const contextTokens = points.at(-1)?.contextTokens ?? 0
  const condensations = markers.filter(({ kind }) => kind === 'condensation')
  const recorded = pickShare(
    condensations.flatMap(({ tokensBefore }) => tokensBefore ?? []),
    0.5,
  )
  const trigger = pickTrigger({ setTokens, recorded, ruleTokens })
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
  const left = trigger === null ? 0 : trigger.tokens - contextTokens
  return {
    contextTokens,
    trigger,
    growths,
    growthTokens: middle ?? null,
    turnsLeft:
      left > 0 && slow && quick ? { fewest: Math.ceil(left / quick), most: Math.ceil(left / slow) } : null,
  }
}

function pickTrigger({
  setTokens,
  recorded,
  ruleTokens,
}: Readonly<Record<'setTokens' | 'recorded' | 'ruleTokens', number | null>>): LiveContext['trigger'] {
  if (setTokens !== null) return { tokens: setTokens, from: 'settings' }
  if (recorded !== null) return { tokens: recorded, from: 'recorded' }
  return ruleTokens === null ? null : { tokens: ruleTokens, from: 'rule' }
}

/** The value below which a share of the values lies, one of them; null for none. */
function pickShare(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null
}
