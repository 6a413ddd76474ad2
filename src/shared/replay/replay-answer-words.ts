import { statedByArm } from '../experiments/missing-words.ts'
import { findLargest } from '../kernel/find-extreme.ts'
import { formatCountWithNoun } from '../kernel/format-count-with-noun.ts'
import { formatInteger, formatPercent, formatUsd, thinSpace } from '../kernel/format-figures.ts'
import { computeDifferencePercent } from '../kernel/numbers.ts'
import { formatPolicyName } from './format-policy-name.ts'
import type { PolicyReplay } from './types.ts'

type Played = Pick<
  PolicyReplay,
  'id' | 'firings' | 'costUsd' | 'isCostStated' | 'quality' | 'peakContext' | 'trigger'
>

/** What a replay came to, as far as its answer goes. */
export type ReplayFigures = {
  readonly recorded: {
    /** Null where the record names no cost. */
    readonly costUsd: number | null
    readonly playedUsd: number | null
    readonly firings: readonly unknown[]
    readonly requests: number
    readonly notReconstructable?: { readonly requests: number } | undefined
  }
  readonly policies: readonly Played[]
}

/** What the agent did itself. */
type Agent = { readonly recorded: Pick<ReplayFigures['recorded'], 'firings'> }

/** Metrics of what is kept that a history has in full while nothing is condensed, by id. */
const whole =
  /^(?:continuation-recall|artifact-(?:recall|precision|f1)|validity|survival-[a-z-]+|links|(?:rules|values|errors|files)-kept)$/

/** Whether a policy never condensed, and the agent did not either before what can be played. */
export function isNever({ id, firings }: Pick<Played, 'id' | 'firings'>, { recorded }: Agent): boolean {
  return firings.length === 0 && (id !== 'recorded' || recorded.firings.length === 0)
}

/** A metric of a policy: the mean over its condensations, or all where it never condensed; null where not measured. */
export function findQuality(
  policy: Pick<Played, 'id' | 'firings' | 'quality'>,
  metric: string,
  replay: Agent,
): number | null {
  const value = policy.quality[metric] ?? null
  if (value !== null || !isNever(policy, replay)) return value
  return whole.test(metric) ? 1 : null
}

/** What a replay says: the cheapest policy that condenses, what it costs against the record, what it keeps. */
export function replayAnswer(replay: ReplayFigures): string {
  const text = describeBareAnswer(replay)
  const { notReconstructable: lost, requests } = replay.recorded
  return text === '' || lost === undefined || lost.requests === 0
    ? text
    : `${text} Over ${formatInteger(requests - lost.requests)} of ${formatCountWithNoun(requests, 'request')}: what the others sent is not known.`
}

function describeBareAnswer(replay: ReplayFigures): string {
  const { recorded, policies } = replay
  const played = policies.filter(({ peakContext }) => peakContext > 0)
  if (played.length === 0) return ''
  const own = played.filter(({ id }) => id !== 'none' && id !== 'recorded')
  const condensing = own.filter(({ firings }) => firings.length > 0)
  if (condensing.length === 0) return describeNever(own, played)
  const [cheapest] = condensing
    .filter(({ costUsd }) => costUsd !== null)
    .toSorted((a, b) => (a.costUsd ?? 0) - (b.costUsd ?? 0))
  if (cheapest === undefined) return describeUnpriced(condensing, replay)
  const against = recorded.playedUsd ?? played.find(({ id }) => id === 'none')?.costUsd ?? null
  const kept = describeKept(cheapest, replay)
  const cost = formatUsd(cheapest.costUsd)
  const percent = computeDifferencePercent(cheapest.costUsd, against)
  const stated =
    cheapest.isCostStated === true ? ` What it takes for condensing itself is ${statedByArm}.` : ''
  if (percent === null)
    return `${formatPolicyName(cheapest)} is the cheapest that condenses: ${cost}, and ${kept}.${stated}`
  const size = `${formatUsd(against)}${describeBase(recorded)}`
  if (percent < 0)
    return `${formatPolicyName(cheapest)} is the cheapest: ${cost} instead of ${size}, ${formatPercent(-percent)} less, and ${kept}${describeAgentKept(replay)}.${stated}${oneTask}`
  // An agent that condensed itself may have saved by that.
  const head =
    recorded.firings.length === 0 || recorded.playedUsd === null
      ? 'Condensing does not pay here'
      : 'No policy is cheaper than what the agent did'
  return `${head}: the cheapest, ${formatPolicyName(cheapest)}, costs ${cost} instead of ${size}, and ${kept}${describeAgentKept(replay)}.${stated}`
}

/** What a person may not conclude from one task, whoever is the cheapest there. */
const oneTask = ' One task names no policy: a list of names may keep as much.'

/** What the condensations of the agent itself kept; empty where that is not known. */
function describeAgentKept(replay: ReplayFigures): string {
  const agent = replay.policies.find(({ id, firings }) => id === 'recorded' && firings.length > 0)
  const kept = agent === undefined ? null : findQuality(agent, 'continuation-recall', replay)
  return kept === null ? '' : `, where the agent kept ${Math.round(100 * kept)}${thinSpace}%`
}

function describeBase({ costUsd, playedUsd }: ReplayFigures['recorded']): string {
  if (playedUsd === null) return ' without condensing'
  return costUsd === null ? ' as the agent ran it (both estimated)' : ' as recorded'
}

function describeNever(own: readonly Played[], played: readonly Played[]): string {
  const peak = findLargest(played.map(({ peakContext }) => peakContext))
  const which = own.length === 0 ? 'Nothing was condensed' : 'No policy condensed'
  return `${which}: the context never exceeded ${formatInteger(peak)} tok, and nothing is saved or lost.`
}

function describeUnpriced(condensing: readonly Played[], replay: ReplayFigures): string {
  const measureKept = (policy: Played): number => findQuality(policy, 'continuation-recall', replay) ?? -1
  const [best] = condensing.toSorted((a, b) => measureKept(b) - measureKept(a))
  if (best === undefined) return ''
  if (measureKept(best) < 0)
    return 'Nothing tells the policies that condense apart: no prices are known, and what they keep could not be measured.'
  if (condensing.length === 1)
    return `${formatPolicyName(best)} alone condenses: it ${describeKept(best, replay)}. No prices are known, so costs are left out.`
  return `${formatPolicyName(best)} keeps the most of ${formatCountWithNoun(condensing.length, 'policy', 'policies')} that condense: it ${describeKept(best, replay)}, which a list of names may do as well. No prices are known, so costs are left out.`
}

function describeKept(policy: Played, replay: ReplayFigures): string {
  const kept = findQuality(policy, 'continuation-recall', replay)
  return kept === null
    ? 'what it keeps could not be measured'
    : `keeps ${Math.round(100 * kept)}${thinSpace}% of the facts the agent went on to use`
}
