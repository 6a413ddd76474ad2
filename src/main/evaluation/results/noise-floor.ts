import type { Cell, ExperimentPlan } from '../../../shared/domain/experiment.ts'
import { sum } from '../../../shared/lib/numbers.ts'
import { clusterPairs } from '../statistics/cluster-pairs.ts'
import { studentQuantile } from '../statistics/distributions.ts'
import { pairObservations } from '../statistics/pair-observations.ts'
import type { ComparisonRules } from '../../../shared/domain/comparison.ts'
import { observationsOf, workspacesOf } from './observations.ts'

/**
 * By metric, what the mean difference of two samples of the baseline stays under in 95 of 100 experiments like this
 * one: Student's quantile times the standard error around zero, which is the true difference. Empty where the plan has
 * no second sample.
 */
export function noiseFloor(
  plan: ExperimentPlan,
  cells: readonly Cell[],
  rules: ComparisonRules,
): Readonly<Record<string, number>> {
  const second = plan.variants.find(({ again }) => again !== undefined)
  if (second?.again === undefined) return {}
  const { id, again } = second
  const workspaces = workspacesOf(plan)
  return Object.fromEntries(
    plan.metrics.flatMap(({ id: metric }) => {
      const { pairs } = pairObservations(
        observationsOf(plan, cells, again.of, metric),
        observationsOf(plan, cells, id, metric),
      )
      const { sums } = clusterPairs(pairs, workspaces, rules.fewestTasks)
      const clusters = sums.sums.length
      if (clusters < 2) return []
      const error = Math.sqrt(sum(sums.sums.map((own) => own * own))) / sum(sums.counts)
      return [[metric, studentQuantile((1 + rules.intervalLevel) / 2, clusters) * error] as const]
    }),
  )
}
