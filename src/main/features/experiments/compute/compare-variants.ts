import { isOfEveryCell } from '../../../../shared/activity/metric-words.ts'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import {
  type ComparisonFamily,
  type ComparisonRules,
  timeLevel,
} from '../../../../shared/condense/comparison-types.ts'
import type { VariantComparison } from '../../../../shared/experiments/experiment-results-types.ts'
import type { Cell, ExperimentPlan } from '../../../../shared/experiments/experiment-types.ts'
import { findMargin } from '../../../../shared/experiments/find-margin.ts'
import { countPlannedCheckpoints } from '../../../../shared/experiments/measure-plan.ts'
import { sum } from '../../../../shared/kernel/numbers.ts'
import { clusterPairs } from '../../../measure/statistics/cluster-pairs.ts'
import {
  compareFamily,
  type Comparison,
  type ComparisonInput,
} from '../../../measure/statistics/compare-family.ts'
import { defaultComparisonRules } from '../../../measure/statistics/comparison-rules.ts'
import { computeStudentQuantile } from '../../../measure/statistics/distributions.ts'
import { pairObservations } from '../../../measure/statistics/pair-observations.ts'
import { collectObservations, mapTaskWorkspaces } from './observations.ts'

type Options = {
  readonly baselineId: string
  /** Id of the metric that decides; null where there is none. */
  readonly primary: string | null
}

type Member = {
  /** Members of one family are corrected together. */
  readonly key: string
  readonly family: ComparisonFamily
  /** Whether it is called by the level of time. */
  readonly isTime: boolean
  readonly metric: MetricInfo
  readonly variantId: string
}

/**
 * Every variant against a baseline on every metric, metric by metric. The primary metric is a family by itself, and so is
 * time, all others are one, and so is a second sample of the baseline.
 */
export function compareVariants(
  plan: ExperimentPlan,
  cells: readonly Cell[],
  { baselineId, primary }: Options,
): VariantComparison[] {
  const workspaces = mapTaskWorkspaces(plan)
  const members = plan.metrics.flatMap((metric) =>
    plan.variants
      .filter(({ id }) => id !== baselineId)
      .map(({ id, again }): Member => {
        const isTime = metric.group === 'time' && (again !== undefined || metric.id !== primary)
        const family =
          again !== undefined ? 'again' : metric.id === primary ? 'primary' : isTime ? 'time' : 'secondary'
        return { key: `${family}${isTime ? ' time' : ''}`, family, isTime, metric, variantId: id }
      }),
  )
  const buildComparisonInput = ({ metric, variantId }: Member): ComparisonInput => ({
    baseline: collectObservations(plan, cells, baselineId, metric.id),
    candidate: collectObservations(plan, cells, variantId, metric.id),
    direction: metric.direction,
    unit: metric.unit,
    margin: findMargin(metric, plan.file.margins),
    isPassFail: metric.isPassFail,
    variant: variantId,
    workspaces,
  })
  const rules = { ...defaultComparisonRules, seed: plan.file.seed }
  const compared = new Map<Member, Comparison>()
  for (const family of Map.groupBy(members, ({ key }) => key).values()) {
    const level = family.some(({ isTime }) => isTime) ? { significanceLevel: timeLevel } : {}
    const comparisons = compareFamily(family.map(buildComparisonInput), { ...rules, ...level })
    for (const [index, member] of family.entries()) {
      const comparison = comparisons[index]
      if (comparison !== undefined) compared.set(member, comparison)
    }
  }
  return members.flatMap((member) => {
    const comparison = compared.get(member)
    if (comparison === undefined) return []
    const margin = plan.file.margins[member.metric.id]
    const set = margin === undefined ? {} : { margin }
    const own = { ...toVariantComparison(baselineId, member, comparison), ...set }
    return [
      isOfEveryCell(member.metric) ? { ...own, outOf: countPlannedCheckpoints(plan, member.variantId) } : own,
    ]
  })
}

/**
 * By metric, what the mean difference of two samples of the baseline stays under in 95 of 100 experiments like this
 * one: Student's quantile times the standard error around zero, which is the true difference. Empty where the plan has
 * no second sample.
 */
export function estimateNoiseFloor(
  plan: ExperimentPlan,
  cells: readonly Cell[],
  rules: ComparisonRules,
): Readonly<Record<string, number>> {
  const second = plan.variants.find(({ again }) => again !== undefined)
  if (second?.again === undefined) return {}
  const { id, again } = second
  const workspaces = mapTaskWorkspaces(plan)
  return Object.fromEntries(
    plan.metrics.flatMap(({ id: metric }) => {
      const { pairs } = pairObservations(
        collectObservations(plan, cells, again.of, metric),
        collectObservations(plan, cells, id, metric),
      )
      const { sums } = clusterPairs(pairs, workspaces, rules.fewestTasks)
      const clusters = sums.sums.length
      if (clusters < 2) return []
      const error = Math.sqrt(sum(sums.sums.map((own) => own * own))) / sum(sums.counts)
      return [[metric, computeStudentQuantile((1 + rules.intervalLevel) / 2, clusters) * error] as const]
    }),
  )
}

/** Shares differ by at most 1, however few of them an interval rests on. */
function clampShare({ unit }: MetricInfo, end: number | null): number | null {
  return end === null || unit !== 'share' ? end : Math.max(-1, Math.min(1, end))
}

function toVariantComparison(
  a: string,
  { family, metric, variantId }: Member,
  comparison: Comparison,
): VariantComparison {
  const { pairs, unpaired, interval, flipTest, wilcoxon, mcnemar } = comparison
  return {
    a,
    b: variantId,
    metric: metric.id,
    difference: comparison.difference,
    low: clampShare(metric, interval?.low ?? null),
    high: clampShare(metric, interval?.high ?? null),
    family,
    familySize: comparison.familySize,
    clusterLevel: comparison.clusterLevel,
    clusters: comparison.clusterCount,
    p: comparison.correctedP,
    rawP: flipTest?.p ?? null,
    equivalenceP: comparison.equivalenceP,
    detectable: comparison.detectable,
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
