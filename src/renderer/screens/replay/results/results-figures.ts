import type { MetricInfo, MetricUnit } from '../../../../shared/activity/quality-types.ts'
import { usualTrigger } from '../../../../shared/installation/policy-types.ts'
import { formatUsd, formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { formatShown } from '../../../../shared/kernel/format-metric.ts'
import { sumKnown, computeDifferencePercent } from '../../../../shared/kernel/numbers.ts'
import { computeBreakEven, type BreakEven } from '../../../../shared/replay/compute-break-even.ts'
import type { ReplayedPolicy, ReplayResult } from '../../../../shared/replay/contract.ts'
import { isNever, findQuality } from '../../../../shared/replay/replay-answer-words.ts'
import type { ReplayPolicyEntry } from '../../../../shared/replay/replay-policy-types.ts'
import type { PolicyReplay } from '../../../../shared/replay/types.ts'
import { formatBare, formatHeader } from '../../../lib/bare-figures.ts'

/**
 * What a policy has cost after each request, its condensations and attempts up to there included; US dollars. It ends
 * where a cost is not known.
 */
export function sumCumulativeCost({
  requests,
  firings,
  attempts,
}: Pick<PolicyReplay, 'requests' | 'firings' | 'attempts'>): readonly {
  readonly request: number
  readonly costUsd: number
}[] {
  const extras = Map.groupBy([...firings, ...attempts], ({ request }) => request)
  let total: number | null = 0
  return requests.flatMap(({ request, costUsd }) => {
    total = sumKnown([total, costUsd, ...(extras.get(request) ?? []).map((one) => one.costUsd)])
    return total === null ? [] : [{ request, costUsd: total }]
  })
}

/** A policy by what it costs, of which less is better, and by what it is worth. */
export type ParetoPoint = { readonly id: string; readonly costUsd: number; readonly value: number }

/** A policy without a value, since it never condensed or since what came of it cannot be measured: what it costs. */
export type NeverPoint = {
  readonly id: string
  readonly costUsd: number
  readonly value: null
  readonly isNever: boolean
}

/** Points that nothing beats: no other costs less or as much and is better, or costs less and is as good. */
export function findParetoFront(
  points: readonly ParetoPoint[],
  direction: 'higher' | 'lower',
): readonly ParetoPoint[] {
  const measureGain = ({ value }: ParetoPoint): number => (direction === 'higher' ? value : -value)
  const beatsPoint = (a: ParetoPoint, b: ParetoPoint): boolean =>
    a.costUsd <= b.costUsd &&
    measureGain(a) >= measureGain(b) &&
    (a.costUsd < b.costUsd || measureGain(a) > measureGain(b))
  return points
    .filter((point) => !points.some((other) => beatsPoint(other, point)))
    .toSorted((a, b) => a.costUsd - b.costUsd || measureGain(a) - measureGain(b))
}

type Noted = {
  readonly points: readonly ParetoPoint[]
  readonly front: readonly ParetoPoint[]
  readonly never: readonly NeverPoint[]
  /** Policies of which nothing is drawn. */
  readonly without: readonly { readonly id: string; readonly costUsd: number | null }[]
  /** What a policy is called. */
  readonly findName: (policyId: string) => string
}

/** What the chart of points and their front means, as far as it is drawn. */
export function explainParetoChart({ points, front, never, without, findName }: Noted): string {
  const [only] = front
  const alone =
    only === undefined || points.length < 2
      ? ''
      : `Of the points, ${findName(only.id)} is the cheapest and the best, so no front is drawn.`
  return [
    front.length > 0
      ? 'Means over the condensations of each policy. One that never condensed kept everything.'
      : '',
    front.length > 1 ? 'The dashed line is the front: nothing costs less and keeps more.' : alone,
    never.some(({ isNever }) => isNever) && front.length > 0
      ? 'A dotted vertical line is the cost of policies that never condensed, of which this figure says nothing: a point to its right costs more than that.'
      : '',
    never.some(({ isNever }) => !isNever)
      ? `Drawn as a line, since what it kept could not be measured: ${never.flatMap(({ id, isNever }) => (isNever ? [] : [findName(id)])).join(', ')}.`
      : '',
    without.length > 0
      ? `Not drawn, since its quality was not measured or its cost is not known: ${without.map(({ id, costUsd }) => `${findName(id)} (${formatUsd(costUsd)})`).join(', ')}.`
      : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

/** A policy as the table shows it. */
export type PolicyRow = {
  readonly policy: ReplayedPolicy
  /** Against the policy `none`. Null where it was not played. */
  readonly againstNone: number | null
  /** Against what the record comes to when it is played. */
  readonly againstPlayed: number | null
  readonly firstFiring: number | null
  /** Requests until each condensation had paid for itself. */
  readonly breakEvens: readonly BreakEven[]
  /** The agent's own condensations and truncations, where those that can be played are fewer, else null. */
  readonly ownCondensations: number | null
}

/** The policies of a result with what they are held against. */
export function buildPolicyRows({ recorded, policies }: ReplayResult): readonly PolicyRow[] {
  const own = recorded.firings.length
  const none = policies.find(({ id }) => id === 'none')
  return policies.map((policy) => ({
    policy,
    againstNone:
      policy.id === 'none' ? null : computeDifferencePercent(policy.costUsd, none?.costUsd ?? null),
    againstPlayed: computeDifferencePercent(policy.costUsd, recorded.playedUsd),
    firstFiring: policy.firings[0]?.request ?? null,
    breakEvens: policy.firings.map((condensation) => computeBreakEven(policy, condensation)),
    ownCondensations: policy.id === 'recorded' && own > policy.firings.length ? own : null,
  }))
}

/** `4, never, 12 requests`: the first few, then how many more there are. Once where no number is known for any. */
export function breakEvenText(breakEvens: readonly BreakEven[]): string {
  const [first] = breakEvens
  if (typeof first === 'string' && first !== 'never' && breakEvens.every((one) => one === first)) return first
  const shown = breakEvens.slice(0, 3)
  const more = breakEvens.length - shown.length
  return more > 0 ? `${shown.join(', ')}, ${more} more` : shown.join(', ')
}

/** The window of a policy, and the context above which it condenses: the threshold, or what the output leaves. */
export function computeTriggerLimits({
  window = usualTrigger.windowTokens,
  threshold = usualTrigger.thresholdPercent,
  maxTokens = usualTrigger.reservedTokens,
}: Pick<ReplayPolicyEntry, 'window' | 'threshold' | 'maxTokens'>): {
  readonly windowTokens: number
  readonly triggerTokens: number
} {
  const byThreshold = (window * threshold) / 100
  const byOutput = window * (1 - usualTrigger.freeShare) - maxTokens
  return { windowTokens: window, triggerTokens: Math.max(0, Math.round(Math.min(byThreshold, byOutput))) }
}

/** A figure of a policy that a chart can draw. */
export type PolicyMeasure = {
  readonly id: string
  readonly label: string
  readonly direction: 'higher' | 'lower'
  /** Whether its axis begins at nothing. */
  readonly fromZero: boolean
  /** Ends of its axis where all values are the same. Null where it has none of its own. */
  readonly span: readonly [number, number] | null
  readonly of: (policy: ReplayedPolicy) => number | null
  readonly format: (value: number) => string
}

/** Figures of money and size, which every policy has. */
export const plainMeasures: readonly PolicyMeasure[] = [
  {
    id: 'cost',
    label: 'Cost, $',
    direction: 'lower',
    fromZero: true,
    span: null,
    of: ({ costUsd }) => costUsd,
    format: formatUsd,
  },
  {
    id: 'firings',
    label: 'Condensations',
    direction: 'lower',
    fromZero: true,
    span: null,
    of: ({ firings }) => firings.length,
    format: formatInteger,
  },
  {
    id: 'peak',
    label: 'Peak context, tok',
    direction: 'lower',
    fromZero: true,
    span: null,
    of: ({ peakContext }) => peakContext,
    format: formatInteger,
  },
]

const spans: Partial<Record<MetricUnit, readonly [number, number]>> = {
  share: [0, 1],
  percent: [0, 100],
  grade: [0, 5],
}

/** Metrics of quality as figures of a policy: means over its condensations, all where it never condensed. */
export function buildQualityMeasures(
  metrics: readonly MetricInfo[],
  replay: Pick<ReplayResult, 'recorded'>,
): readonly PolicyMeasure[] {
  return metrics.map((metric) => ({
    id: metric.id,
    label: formatHeader(metric),
    direction: metric.direction,
    fromZero: false,
    span: spans[metric.unit] ?? null,
    of: (policy) => findQuality(policy, metric.id, replay),
    // A share reads as in the table.
    format: (value) => (metric.unit === 'share' ? formatShown : formatBare)(value, metric.unit),
  }))
}

/** Policies without a value of the measure: it says nothing of what was kept whole, or could not be measured. */
export function findNeverPoints(result: ReplayResult, points: readonly ParetoPoint[]): readonly NeverPoint[] {
  return result.policies.flatMap((policy) => {
    const { id, costUsd, firings } = policy
    const never = isNever(policy, result)
    const isPlaced = points.some((point) => point.id === id)
    return costUsd !== null && (never || firings.length > 0) && !isPlaced
      ? [{ id, costUsd, value: null, isNever: never }]
      : []
  })
}
