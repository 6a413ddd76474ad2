import type { MetricDirection } from '../../../shared/domain/quality.ts'
import type { ComparisonRules, Interval, Pair, Verdict } from '../../../shared/domain/comparison.ts'
import { bootstrapInterval } from './bootstrap-interval.ts'
import { defaultComparisonRules } from './comparison-rules.ts'
import { holmCorrection } from './holm-correction.ts'
import { type McNemarTest, mcnemarTest } from './mcnemar-test.ts'
import { moreDataNeeded } from './more-data-needed.ts'
import { type Observation, pairObservations } from './pair-observations.ts'
import { reachVerdict } from './reach-verdict.ts'
import { seededRandom } from './seeded-random.ts'
import { type FlipTest, signFlipTest } from './sign-flip-test.ts'
import { meanDifference, sumByTask, type TaskSums, taskMeans } from './sum-by-task.ts'
import { type WilcoxonTest, wilcoxonSignedRank } from './wilcoxon-signed-rank.ts'
import { signedRanks } from './signed-ranks.ts'

/** Two variants to be compared on one metric. */
export type ComparisonInput = {
  readonly baseline: readonly Observation[]
  readonly candidate: readonly Observation[]
  readonly direction: MetricDirection
  /** Differences up to this size, in the unit of the metric, are not worth naming. */
  readonly margin: number
  /** Whether each value is a pass (1) or a fail (0); McNemar's test is given for those. */
  readonly isPassFail?: boolean
}

/** What two variants' values say, from the figures to the verdict. Differences are candidate minus baseline. */
export type Comparison = {
  /** One for each checkpoint that both variants have a value of, for the plot. */
  readonly pairs: readonly Pair[]
  /** Checkpoints that only one variant has a value of. */
  readonly unpaired: number
  readonly taskCount: number
  /** Over the checkpoints; null without any. */
  readonly meanDifference: number | null
  /** Of the mean difference; null for fewer than two tasks. */
  readonly interval: Interval | null
  /** The test that the verdict rests on; null where there are too few tasks for one. */
  readonly flipTest: FlipTest | null
  /** Its p value after Holm's correction over the family; null with it. */
  readonly correctedP: number | null
  /** Of the mean differences of the tasks, as a second opinion; null where there are too few tasks. */
  readonly wilcoxon: WilcoxonTest | null
  /** Over checkpoints as if they were independent; null where values are no passes and fails. */
  readonly mcnemar: McNemarTest | null
  /** Matched-pairs rank-biserial correlation of the task means, −1 to 1; null without any. */
  readonly effectSize: number | null
  readonly verdict: Verdict
}

type Measured = {
  readonly input: ComparisonInput
  readonly tasks: TaskSums
  readonly figures: Omit<Comparison, 'correctedP' | 'verdict'>
}

/**
 * Compares variants on metrics and gives each comparison its verdict, in the order of the input. What is shown
 * together is given together: p values are corrected over those comparisons that have tasks enough for one. Throws
 * where a value is not finite or a margin is below zero.
 */
export function compareFamily(
  inputs: readonly ComparisonInput[],
  rules: ComparisonRules = defaultComparisonRules,
): readonly Comparison[] {
  const family = inputs.map((input) => measure(input, rules))
  const pValues = family.flatMap(({ figures }) => figures.flipTest?.p ?? [])
  const corrected = holmCorrection(pValues).values()
  return family.map((measured) => {
    const correctedP = measured.figures.flipTest === null ? null : (corrected.next().value ?? null)
    const verdict = verdictOf(measured, correctedP, { ...rules, familySize: inputs.length })
    return { ...measured.figures, correctedP, verdict }
  })
}

function measure(input: ComparisonInput, rules: ComparisonRules): Measured {
  if (!(input.margin >= 0)) throw new RangeError('A margin must be 0 or more.')
  const { pairs, unpaired } = pairObservations(input.baseline, input.candidate)
  const tasks = sumByTask(pairs)
  const taskCount = tasks.sums.length
  const means = taskMeans(tasks)
  const hasEnough = taskCount >= rules.fewestTasks
  // A source of its own for each use: no figure depends on what else was compared.
  const options = () => ({ ...rules, level: rules.intervalLevel, random: seededRandom(rules.seed) })
  return {
    input,
    tasks,
    figures: {
      pairs,
      unpaired,
      taskCount,
      meanDifference: taskCount === 0 ? null : meanDifference(tasks),
      interval: bootstrapInterval(tasks, options()),
      flipTest: hasEnough ? signFlipTest(tasks.sums, { ...options(), flips: rules.resamples }) : null,
      wilcoxon: hasEnough ? wilcoxonSignedRank(means) : null,
      mcnemar: input.isPassFail === true ? comparePasses(pairs) : null,
      effectSize: rankBiserial(means),
    },
  }
}

/** A checkpoint is passed where every repeat passed it. */
function comparePasses(pairs: readonly Pair[]): McNemarTest {
  const gained = pairs.filter(({ baseline, candidate }) => baseline < 1 && candidate === 1).length
  const lost = pairs.filter(({ baseline, candidate }) => baseline === 1 && candidate < 1).length
  return mcnemarTest(gained, lost)
}

function verdictOf(
  { input, tasks, figures }: Measured,
  correctedP: number | null,
  rules: ComparisonRules & { readonly familySize: number },
): Verdict {
  const { interval } = figures
  const { margin, direction } = input
  const reached =
    interval === null || correctedP === null
      ? null
      : reachVerdict({ interval, correctedP, margin, direction, significanceLevel: rules.significanceLevel })
  return reached ?? { word: 'not-enough-data', more: moreDataNeeded(tasks, { ...rules, margin }) }
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
  const { positive, negative } = signedRanks(differences)
  const lead = [...positive, ...negative.map((rank) => -rank)].reduce((sum, rank) => sum + rank, 0)
  return lead / ((count * (count + 1)) / 2)
}
