import type { MetricDirection, MetricUnit } from '../../../shared/activity/quality-types.ts'
import type {
  ClusterLevel,
  ComparisonRules,
  Interval,
  MoreData,
  Pair,
  Verdict,
} from '../../../shared/condense/comparison-types.ts'
import { adjustByTaroneHolm } from './adjust-by-holm.ts'
import { type ClusteredPairs, clusterPairs } from './cluster-pairs.ts'
import { defaultComparisonRules } from './comparison-rules.ts'
import { estimateTypical } from './compute-interval.ts'
import { computeSignedRanks } from './compute-signed-ranks.ts'
import { createSeededRandom } from './create-seeded-random.ts'
import { computeDetectableDifference, estimateMoreData } from './estimate-more-data.ts'
import { adjustByMinP } from './min-p-correction.ts'
import { type Observation, pairObservations } from './pair-observations.ts'
import { reachVerdict } from './reach-verdict.ts'
import { type McNemarTest, runMcNemarTest } from './run-mc-nemar-test.ts'
import { type WilcoxonTest, runWilcoxonSignedRank } from './run-wilcoxon-signed-rank.ts'
import { type FlipTest, signFlipTest } from './sign-flip-test.ts'
import { computeTaskMeans, spreadPerTask } from './sum-by-task.ts'

/** Two variants to be compared on one metric. */
export type ComparisonInput = {
  readonly baseline: readonly Observation[]
  readonly candidate: readonly Observation[]
  readonly direction: MetricDirection
  readonly unit: MetricUnit
  /** Differences up to this size, in the unit of the metric, are not worth naming. */
  readonly margin: number
  /** Whether each value is a pass (1) or a fail (0); McNemar's test is given for those. */
  readonly isPassFail?: boolean
  /** The variant that is compared. What is compared of one variant is corrected together before variants are. */
  readonly variant?: string
  /** Workspaces by task; tasks that are not in it stand for themselves. */
  readonly workspaces?: ReadonlyMap<string, string>
}

/** What two variants' values say, from the figures to the verdict. Differences are candidate minus baseline. */
export type Comparison = {
  /** One for each checkpoint that both variants have a value of, for the plot. */
  readonly pairs: readonly Pair[]
  /** Checkpoints that only one variant has a value of. */
  readonly unpaired: number
  readonly taskCount: number
  /** What is drawn and flipped as one, and how many of them there are. */
  readonly clusterLevel: ClusterLevel
  readonly clusterCount: number
  /** Comparisons that the correction counts. */
  readonly familySize: number
  /** Mean over the checkpoints, of money the median; null without any. */
  readonly difference: number | null
  /** Null where no interval from these clusters would hold the true difference. */
  readonly interval: Interval | null
  /** The test that the verdict rests on; null where there are too few clusters for one. */
  readonly flipTest: FlipTest | null
  /** Its p value after Holm's correction over the family; null with it. */
  readonly correctedP: number | null
  /** Of two one-sided tests against the margin; null where there are too few clusters. */
  readonly equivalenceP: number | null
  /** Smallest true difference that would have been called with the power of the rules; null where none could be. */
  readonly detectable: number | null
  /** Of the mean differences of the clusters, as a second opinion; null where there are too few of them. */
  readonly wilcoxon: WilcoxonTest | null
  /** Over checkpoints as if they were independent; null where values are no passes and fails. */
  readonly mcnemar: McNemarTest | null
  /** Matched-pairs rank-biserial correlation of the cluster means, −1 to 1; null without any. */
  readonly effectSize: number | null
  readonly verdict: Verdict
}

type Measured = {
  readonly input: ComparisonInput
  readonly clustered: ClusteredPairs
  readonly figures: Omit<Comparison, 'correctedP' | 'familySize' | 'detectable' | 'verdict'>
}

/** How comparisons are corrected together. */
type Correction = {
  /** By comparison; nothing for those without a test. */
  readonly adjusted: ReadonlyMap<Measured, number>
  readonly counted: number
  /** Independent comparisons that the correction amounts to at its strictest, by comparison. */
  readonly strictest: (measured: Measured) => number
  /** The same once all that differ have a test. */
  readonly coming: number
}

/**
 * Compares variants on metrics and gives each comparison its verdict, in the order of the input. What is shown
 * together is given together: p values are corrected by the step-down minimum p of each variant, then by Holm over the
 * variants that could be called at all. Throws where a value is not finite or a margin is below zero.
 */
export function compareFamily(
  inputs: readonly ComparisonInput[],
  rules: ComparisonRules = defaultComparisonRules,
): readonly Comparison[] {
  const family = inputs.map((input) => measure(input, rules))
  const { adjusted, counted, strictest, coming } = correctByVariant(family, rules)
  return family.map((measured) => {
    const { input, clustered, figures } = measured
    const correctedP = adjusted.get(measured) ?? null
    const aim = { ...rules, margin: input.margin }
    const now = { ...aim, familySize: Math.max(1, strictest(measured)) }
    const detectable = computeDetectableDifference(clustered.sums, now)
    const verdict = judgeComparison(measured, correctedP, { ...aim, familySize: coming })
    return { ...figures, correctedP, familySize: counted, detectable, verdict }
  })
}

/**
 * Metrics of a variant that are flipped by workspace and those that are flipped by task are two variants to the
 * correction: no signs are common to both.
 */
function correctByVariant(family: readonly Measured[], rules: ComparisonRules): Correction {
  const { significanceLevel: level } = rules
  const tested = family.flatMap((measured, index) => {
    const { input, clustered, figures } = measured
    if (figures.flipTest === null) return []
    const { ids, sums, unit } = clustered
    const byId = new Map(ids.map((id, cluster) => [id, sums.sums[cluster] ?? 0]))
    const variant = JSON.stringify([input.variant ?? index, unit])
    return [{ measured, variant, metric: { sums: byId, test: figures.flipTest } }]
  })
  const groups = [...Map.groupBy(tested, ({ variant }) => variant).values()].map((members) => {
    const random = createSeededRandom(rules.seed)
    const metrics = members.map(({ metric }) => metric)
    return { members, ...adjustByMinP(metrics, { level, flips: rules.resamples, random }) }
  })
  const { adjusted, isCounted } = adjustByTaroneHolm(
    groups.map(({ adjusted: ps, least }) => ({ ps, least })),
    level,
  )
  const variants = isCounted.filter(Boolean).length
  const own = groups.flatMap(({ members, comparisons }, at) =>
    members.map(({ measured, metric: { test } }, index) => ({
      measured,
      p: adjusted[at]?.[index] ?? 1,
      canBeCalled: isCounted[at] === true && test.least <= level / variants,
      strictest: comparisons * variants,
    })),
  )
  const strictest = new Map(own.map((one) => [one.measured, one.strictest]))
  // With more data all that differ at all come to count.
  const untested = family.filter(
    ({ clustered: { sums }, figures }) => figures.flipTest === null && sums.sums.some((sum) => sum !== 0),
  ).length
  return {
    adjusted: new Map(own.map(({ measured, p }) => [measured, p])),
    counted: own.filter(({ canBeCalled }) => canBeCalled).length,
    strictest: (measured) => strictest.get(measured) ?? 0,
    coming: groups.reduce((sum, { comparisons }) => sum + comparisons, untested),
  }
}

function measure(input: ComparisonInput, rules: ComparisonRules): Measured {
  if (!(input.margin >= 0)) throw new RangeError('A margin must be 0 or more.')
  const { pairs, unpaired } = pairObservations(input.baseline, input.candidate)
  const clustered = clusterPairs(pairs, input.workspaces ?? new Map(), rules.fewestTasks)
  const { sums, level: clusterLevel, tasks: taskCount } = clustered
  const clusterCount = sums.sums.length
  const means = computeTaskMeans(sums)
  const hasEnough = clusterCount >= rules.fewestTasks
  const figure = { unit: input.unit, isDifference: true }
  const typical = taskCount === 0 ? null : estimateTypical(clustered, figure, rules)
  // A source of its own for each use: no figure depends on what else was compared.
  const flips = { flips: rules.resamples, random: createSeededRandom(rules.seed) }
  return {
    input,
    clustered,
    figures: {
      pairs,
      unpaired,
      taskCount,
      clusterLevel,
      clusterCount,
      difference: typical?.value ?? null,
      interval: typical?.interval ?? null,
      flipTest: hasEnough ? signFlipTest(sums.sums, flips) : null,
      equivalenceP: hasEnough ? (typical?.equivalenceP(input.margin) ?? null) : null,
      wilcoxon: hasEnough ? runWilcoxonSignedRank(means) : null,
      mcnemar: input.isPassFail === true ? comparePasses(pairs) : null,
      effectSize: rankBiserial(means),
    },
  }
}

/** A checkpoint is passed where every repeat passed it. */
function comparePasses(pairs: readonly Pair[]): McNemarTest {
  const gained = pairs.filter(({ baseline, candidate }) => baseline < 1 && candidate === 1).length
  const lost = pairs.filter(({ baseline, candidate }) => baseline === 1 && candidate < 1).length
  return runMcNemarTest(gained, lost)
}

function judgeComparison(
  { input, clustered, figures }: Measured,
  correctedP: number | null,
  aim: Parameters<typeof estimateMoreData>[1],
): Verdict {
  const { interval, difference, equivalenceP: equivalence } = figures
  const { margin, direction } = input
  const { significanceLevel, intervalLevel } = aim
  // Where too few differ for an interval, the others agree: their signs alone tell, or that none differs at all.
  const range = interval ?? (difference === null ? null : { low: difference, high: difference })
  const reached =
    range === null || correctedP === null
      ? null
      : reachVerdict({ interval: range, correctedP, margin, direction, significanceLevel })
  const isEqual =
    interval === null ? spreadPerTask(clustered.sums) === 0 : (equivalence ?? 0) <= 1 - intervalLevel
  const isShown = reached?.word !== 'no-difference' || isEqual
  return isShown && reached !== null
    ? reached
    : { word: 'not-enough-data', more: estimateMoreTasks(clustered, aim) }
}

/** What is missing, in tasks: where workspaces are drawn, as many in each as there are so far. */
function estimateMoreTasks(
  { level, sums, tasks }: ClusteredPairs,
  aim: Parameters<typeof estimateMoreData>[1],
): MoreData {
  const more = estimateMoreData(sums, aim)
  if (level === 'task' || more.tasks === null) return more
  return { ...more, tasks: Math.ceil((more.tasks * tasks) / sums.sums.length), workspaces: more.tasks }
}

/**
 * Matched-pairs rank-biserial correlation (Kerby, The Simple Difference Formula, 2014): the rank sum of the
 * differences above zero less that of those below it, as a share of all ranks; −1 to 1, 0 where neither side leads.
 * Chosen over Hedges' g, because many metrics are bounded and crowd at their best value, and two deterministic variants
 * can differ by the same amount everywhere, which makes a standardised mean infinite. Chosen over Cliff's delta, which
 * forgets what is paired with what. The ranks of zeros count for neither side but stay in the whole, so that a lead in
 * one task of many is a small one. Null without differences.
 */
export function rankBiserial(differences: readonly number[]): number | null {
  const count = differences.length
  if (count === 0) return null
  const { positive, negative } = computeSignedRanks(differences)
  const lead = [...positive, ...negative.map((rank) => -rank)].reduce((sum, rank) => sum + rank, 0)
  return lead / ((count * (count + 1)) / 2)
}
