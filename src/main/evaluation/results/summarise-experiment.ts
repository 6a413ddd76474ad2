import type {
  Cell,
  CellCounts,
  ExperimentPlan,
  ExperimentResults,
  Rating,
  VariantComparison,
} from '../../../shared/domain/experiment.ts'
import type { MetricInfo } from '../../../shared/domain/quality.ts'
import { marginOf } from '../../../shared/lib/margin-of.ts'
import { sizeOfPlan } from '../../../shared/lib/size-of-plan.ts'
import { judgeUnusable } from '../judged/judge-unusable.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { isOfEveryCell } from '../../../shared/lib/coverage.ts'
import { compareFamily, type Comparison, type ComparisonInput } from '../statistics/compare-family.ts'
import { defaultComparisonRules } from '../statistics/comparison-rules.ts'
import { checkAssertions } from './check-assertions.ts'
import { observationsOf } from './observations-of.ts'
import { summariseVariants } from './summarise-variants.ts'

/** What an experiment has come to so far. */
export type ExperimentState = {
  readonly plan: ExperimentPlan
  readonly cells: readonly Cell[]
  readonly ratings: readonly Rating[]
  /** Variant that the others are compared with; the plan's where it is left out. */
  readonly baselineId?: string | undefined
}

/**
 * All figures of an experiment. Pure: the same plan, cells, ratings and baseline give the same figures to the last
 * digit, which is what lets a report be verified. Throws `RangeError` where no variant has the baseline's id.
 */
export function summariseExperiment(state: ExperimentState): ExperimentResults {
  const { plan, ratings, baselineId = plan.baselineId } = state
  const cells = inOrder(plan, state.cells)
  if (!plan.variants.some(({ id }) => id === baselineId))
    throw new RangeError(`No variant is called ${baselineId}.`)
  const rules = { ...defaultComparisonRules, seed: plan.file.seed }
  const variants = summariseVariants(plan, cells, ratings, rules)
  const compare = (baseline: string): VariantComparison[] =>
    plan.metrics.flatMap((metric) => compareOn(metric, plan, cells, baseline))
  const comparisons = compare(baselineId)
  // Assertions speak of the baseline that the file names, whatever is looked at.
  const asserted = baselineId === plan.baselineId ? comparisons : compare(plan.baselineId)
  const judged = cells.flatMap(({ isJudgeFlipped }) => isJudgeFlipped ?? [])
  return {
    baselineId,
    cells: countCells(plan, cells),
    metrics: plan.metrics,
    variants: [...variants],
    comparisons,
    assertions: [...checkAssertions({ plan, cells, variants, comparisons: asserted, rules })],
    flipRate: judged.length === 0 ? null : judged.filter(Boolean).length / judged.length,
    notes: judgeNotes(cells),
    rules,
  }
}

/** A judge that could not be used leaves gaps that nobody would notice. */
function judgeNotes(cells: readonly Cell[]): string[] {
  const unjudged = cells.flatMap(({ warnings }) => warnings.find(({ code }) => code === judgeUnusable) ?? [])
  const [first] = unjudged
  if (first === undefined) return []
  return [
    `The judge gave no usable answer for ${unjudged.length} of ${countOf(cells.length, 'cell')}: ${first.message}`,
  ]
}

/** The order in which cells happened to end must not show in what is drawn at random. */
function inOrder(plan: ExperimentPlan, cells: readonly Cell[]): readonly Cell[] {
  const places = new Map(plan.checkpoints.map(({ id }, index) => [id, index]))
  const placeOf = ({ checkpointId }: Cell): number => places.get(checkpointId) ?? places.size
  return cells.toSorted((a, b) => placeOf(a) - placeOf(b) || a.repeat - b.repeat)
}

/** How many cells a plan has, and how many of them have ended. */
export function countCells(plan: ExperimentPlan, cells: readonly Cell[]): CellCounts {
  const done = cells.filter(({ status }) => status === 'done')
  return {
    total: sizeOfPlan(plan).cells,
    done: done.length,
    failed: cells.length - done.length,
    reused: done.filter(({ isReused }) => isReused).length,
  }
}

/** The family of a correction: all variants against the baseline on one metric. */
function compareOn(
  metric: MetricInfo,
  plan: ExperimentPlan,
  cells: readonly Cell[],
  baselineId: string,
): VariantComparison[] {
  const others = plan.variants.filter(({ id }) => id !== baselineId)
  const baseline = observationsOf(plan, cells, baselineId, metric.id)
  const inputs = others.map(({ id }): ComparisonInput => ({
    baseline,
    candidate: observationsOf(plan, cells, id, metric.id),
    direction: metric.direction,
    margin: marginOf(metric, plan.file.margins),
    isPassFail: metric.isPassFail,
  }))
  const comparisons = compareFamily(inputs, { ...defaultComparisonRules, seed: plan.file.seed })
  return others.flatMap(({ id }, index) => {
    const comparison = comparisons[index]
    if (comparison === undefined) return []
    const compared = toVariantComparison(baselineId, id, metric.id, comparison)
    return [isOfEveryCell(metric) ? { ...compared, outOf: plan.checkpoints.length } : compared]
  })
}

function toVariantComparison(
  a: string,
  b: string,
  metric: string,
  comparison: Comparison,
): VariantComparison {
  const { pairs, unpaired, interval, flipTest, wilcoxon, mcnemar } = comparison
  return {
    a,
    b,
    metric,
    difference: comparison.meanDifference,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    p: comparison.correctedP,
    rawP: flipTest?.p ?? null,
    wilcoxonP: wilcoxon?.p ?? null,
    mcnemarP: mcnemar?.p ?? null,
    effectSize: comparison.effectSize,
    verdict: comparison.verdict,
    tasks: comparison.taskCount,
    pairs,
    unpaired,
    outOf: pairs.length + unpaired,
  }
}
