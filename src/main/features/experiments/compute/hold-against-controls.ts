import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { ComparisonRules } from '../../../../shared/condense/comparison-types.ts'
import type { VariantResult } from '../../../../shared/experiments/experiment-results-types.ts'
import type { Cell, ExperimentPlan } from '../../../../shared/experiments/experiment-types.ts'
import { type ControlId, controlIds, type ControlResult, isTrick } from '../../../../shared/kernel/control.ts'
import { recordedMethodId } from '../../../../shared/methods/method-choice-types.ts'
import { adjustByHolm } from '../../../measure/statistics/adjust-by-holm.ts'
import { clusterPairs } from '../../../measure/statistics/cluster-pairs.ts'
import { createSeededRandom } from '../../../measure/statistics/create-seeded-random.ts'
import { pairObservations } from '../../../measure/statistics/pair-observations.ts'
import { signFlipTest } from '../../../measure/statistics/sign-flip-test.ts'
import { computeMeanDifference } from '../../../measure/statistics/sum-by-task.ts'

/** How a variant is held against controls. */
type HeldOptions = {
  readonly rules: ComparisonRules
  /** By task. */
  readonly workspaces: ReadonlyMap<string, string>
}

/** What cheap tricks score beside a variant, by id of figure; nothing where no cell was held against them. */
export function compareWithControls(
  plan: ExperimentPlan,
  cells: readonly Cell[],
  options: HeldOptions,
): Pick<VariantResult, 'controls'> {
  const found = plan.metrics.flatMap((metric) => {
    const held = metric.isControlled === true ? holdAgainstControls(metric, plan, cells, options) : []
    return held.length === 0 ? [] : [[metric.id, held] as const]
  })
  return found.length === 0 ? {} : { controls: Object.fromEntries(found) }
}

/** Controls that a variant has to beat; the full history is the end of the scale. */
const toBeat: readonly ControlId[] = controlIds.filter((id) => id !== 'full')

/**
 * Holds a variant against the controls of a figure, cluster by cluster: each is beaten where the mean difference is above zero
 * and a one-sided sign-flip test says so, corrected by Holm over the controls. Controls without a value are left out.
 */
export function holdAgainstControls(
  metric: MetricInfo,
  plan: ExperimentPlan,
  cells: readonly Cell[],
  { rules, workspaces }: HeldOptions,
): readonly ControlResult[] {
  const taskOf = new Map(plan.checkpoints.map(({ id, taskId }) => [id, taskId]))
  const measured = controlIds.flatMap((id) => {
    const own = cells.flatMap((cell) => {
      const taskId = taskOf.get(cell.checkpointId)
      const value = cell.values[metric.id]
      const control = cell.controls?.[metric.id]?.[id]
      if (taskId === undefined || value == null || control === undefined) return []
      return [{ taskId, checkpointId: cell.checkpointId, value, control }]
    })
    if (own.length === 0) return []
    const mean = own.reduce((sum, { control }) => sum + control, 0) / own.length
    const { pairs } = pairObservations(
      own.map((one) => ({ ...one, value: one.control })),
      own,
    )
    const { sums, tasks } = clusterPairs(pairs, workspaces, rules.fewestTasks)
    const sign = metric.direction === 'higher' ? 1 : -1
    const lead = sign * computeMeanDifference(sums)
    const test = signFlipTest(sums.sums, { flips: rules.resamples, random: createSeededRandom(rules.seed) })
    return [{ id, mean, lead, tasks, p: lead > 0 ? test.p / 2 : 1 }]
  })
  const corrected = adjustByHolm(measured.filter(({ id }) => toBeat.includes(id)).map(({ p }) => p)).values()
  return measured.map(({ id, mean, lead, tasks, p }): ControlResult => {
    if (!toBeat.includes(id)) return { id, mean, lead, tasks, p: null, isBeaten: null }
    const own = corrected.next().value ?? p
    return { id, mean, lead, tasks, p: own, isBeaten: own <= 1 - rules.intervalLevel }
  })
}

/** A figure on which a trick does better than what agents really did, so that it tells good from bad in nothing here. */
export type FaultyFigure = {
  readonly metric: MetricInfo
  readonly control: ControlId
  /** What the control scores, and what was recorded. */
  readonly score: number
  readonly recorded: number
}

/** Figures that a trick wins over what agents recorded; none where no variant is what they did. */
export function findFaultyFigures(
  { variants: planned, metrics }: Pick<ExperimentPlan, 'variants' | 'metrics'>,
  variants: readonly Pick<VariantResult, 'id' | 'metrics' | 'controls'>[],
): readonly FaultyFigure[] {
  const ids = new Set(planned.flatMap(({ id, providerId }) => (providerId === recordedMethodId ? [id] : [])))
  return variants
    .filter(({ id }) => ids.has(id))
    .flatMap(({ metrics: own, controls = {} }) =>
      metrics.flatMap((metric): FaultyFigure[] => {
        const recorded = own[metric.id]?.mean
        const tricks = (controls[metric.id] ?? []).filter(({ id, lead }) => isTrick(id) && lead < 0)
        const [best] = tricks.toSorted((a, b) => a.lead - b.lead)
        return best === undefined || recorded === undefined
          ? []
          : [{ metric, control: best.id, score: best.mean, recorded }]
      }),
    )
}
