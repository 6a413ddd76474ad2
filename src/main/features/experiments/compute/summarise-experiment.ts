import { isOfEveryCell } from '../../../../shared/activity/metric-words.ts'
import type { MetricInfo, MetricUnit } from '../../../../shared/activity/quality-types.ts'
import type { ComparisonRules } from '../../../../shared/condense/comparison-types.ts'
import { isRefusal, priceOfWork, measureWorkTime } from '../../../../shared/condense/measured-work.ts'
import {
  type ExperimentResults,
  figuresVersion,
  type MetricSummary,
  type VariantResult,
} from '../../../../shared/experiments/experiment-results-types.ts'
import type { Cell, CellCounts, ExperimentPlan } from '../../../../shared/experiments/experiment-types.ts'
import { countPlannedCheckpoints, measurePlan } from '../../../../shared/experiments/measure-plan.ts'
import {
  isBoughtByNames,
  pickPrimaryMetric,
  pickRankingMetric,
} from '../../../../shared/experiments/pick-primary-metric.ts'
import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import { sumKnown } from '../../../../shared/kernel/numbers.ts'
import { clusterPairs } from '../../../measure/statistics/cluster-pairs.ts'
import { defaultComparisonRules } from '../../../measure/statistics/comparison-rules.ts'
import { estimateTypical, isMoney } from '../../../measure/statistics/compute-interval.ts'
import { pairObservations, type Observation } from '../../../measure/statistics/pair-observations.ts'
import { computeMeanDifference } from '../../../measure/statistics/sum-by-task.ts'
import { checkAssertions } from './check-assertions.ts'
import { compareVariants, estimateNoiseFloor } from './compare-variants.ts'
import { compareWithControls, findFaultyFigures } from './hold-against-controls.ts'
import { collectObservations, mapTaskWorkspaces } from './observations.ts'
import { splitByOutcome } from './split-by-outcome.ts'
import { writeResultNotes } from './write-result-notes.ts'

type Summary = Omit<MetricSummary, 'outOf'>

type Unranked = Omit<VariantResult, 'isOnParetoFront'>

type Measured = { readonly id: string; readonly metrics: Readonly<Record<string, Summary>> }

/** What an experiment has come to so far. */
export type ExperimentState = {
  readonly plan: ExperimentPlan
  readonly cells: readonly Cell[]
  /** Variant that the others are compared with; the plan's where it is left out. */
  readonly baselineId?: string | undefined
}

/**
 * All figures of an experiment. Pure: the same plan, cells and baseline give the same figures to the last
 * digit, which is what lets a report be verified. Throws `RangeError` where no variant has the baseline's id.
 */
export function summariseExperiment(state: ExperimentState): ExperimentResults {
  const { plan, baselineId = plan.baselineId } = state
  const cells = sortCells(plan, state.cells)
  if (!plan.variants.some(({ id }) => id === baselineId))
    throw new RangeError(`No variant is called ${baselineId}.`)
  const rules = { ...defaultComparisonRules, seed: plan.file.seed }
  const workspaces = mapTaskWorkspaces(plan)
  const measured = summariseVariants({ plan, cells, rules, workspaces })
  const faulty = findFaultyFigures(plan, measured)
  const hasValues = (id: string): boolean => measured.some(({ metrics }) => id in metrics)
  const isUnseen = (metric: MetricInfo): boolean => isBoughtByNames(metric) && metric.isControlled !== true
  // Where a trick wins by one figure, another that names can buy does not take its place with no trick beside it.
  const isAtFault = (id: string): boolean =>
    faulty.some(({ metric }) => metric.id === id) ||
    (faulty.length > 0 && plan.metrics.some((metric) => metric.id === id && isUnseen(metric)))
  const variants = withFront(measured, pickRankingMetric(plan.metrics, measured)?.id, plan)
  const primary = pickPrimaryMetric(plan.file.primary, plan.metrics, hasValues, isAtFault)
  const options = { primary: primary?.metric ?? null }
  const comparisons = compareVariants(plan, cells, { ...options, baselineId })
  // Assertions speak of the baseline that the file names, whatever is looked at.
  const asserted =
    baselineId === plan.baselineId
      ? comparisons
      : compareVariants(plan, cells, { ...options, baselineId: plan.baselineId })
  const judged = cells.flatMap(({ isJudgeFlipped }) => isJudgeFlipped ?? [])
  return {
    figuresVersion,
    baselineId,
    primary,
    cells: countCells(plan, cells),
    metrics: plan.metrics,
    variants: [...variants],
    comparisons,
    again: findSecondSample(plan),
    noiseFloor: estimateNoiseFloor(plan, cells, rules),
    outcomes: splitByOutcome(plan, cells, { primary: options.primary, rules }),
    assertions: [...checkAssertions({ plan, cells, variants, comparisons: asserted, rules })],
    flipRate: judged.length === 0 ? null : judged.filter(Boolean).length / judged.length,
    notes: [...writeResultNotes(plan, cells, { variants, faulty, workspaces, rules })],
    rules,
  }
}

/** What each variant came to by itself, without comparisons; to the digit what the experiment says of it. */
export function summariseEach(
  state: Pick<ExperimentState, 'plan' | 'cells'>,
): Pick<ExperimentResults, 'variants' | 'metrics' | 'rules'> {
  const { plan } = state
  const rules = { ...defaultComparisonRules, seed: plan.file.seed }
  const cells = sortCells(plan, state.cells)
  const measured = summariseVariants({ plan, cells, rules, workspaces: mapTaskWorkspaces(plan) })
  const variants = withFront(measured, pickRankingMetric(plan.metrics, measured)?.id, plan)
  return { variants: [...variants], metrics: plan.metrics, rules }
}

function findSecondSample({ variants }: ExperimentPlan): ExperimentResults['again'] {
  const second = variants.find(({ again }) => again !== undefined)
  return second?.again === undefined ? null : { variant: second.id, ...second.again }
}

/** The order in which cells happened to end must not show in what is drawn at random. */
function sortCells(plan: ExperimentPlan, cells: readonly Cell[]): readonly Cell[] {
  const places = new Map(plan.checkpoints.map(({ id }, index) => [id, index]))
  const findPlace = ({ checkpointId }: Cell): number => places.get(checkpointId) ?? places.size
  return cells.toSorted((a, b) => findPlace(a) - findPlace(b) || a.repeat - b.repeat)
}

/** How many cells a plan has, and how many of them have ended. */
export function countCells(plan: ExperimentPlan, cells: readonly Cell[]): CellCounts {
  const done = cells.filter(({ status }) => status === 'done')
  return {
    total: measurePlan(plan).cells,
    done: done.length,
    failed: cells.length - done.length,
    reused: done.filter(({ isReused }) => isReused).length,
  }
}

type Summarised = Pick<ExperimentState, 'plan' | 'cells'> & {
  readonly rules: ComparisonRules
  /** By task. */
  readonly workspaces: ReadonlyMap<string, string>
}

/** What each variant came to by itself, in the order of the plan. */
function summariseVariants({ plan, cells, ...options }: Summarised): readonly Unranked[] {
  const results = plan.variants.map(({ id, label }): Omit<Unranked, 'metrics'> & Measured => {
    const own = cells.filter(({ variantId }) => variantId === id)
    const done = own.filter(({ status }) => status === 'done')
    const metrics = plan.metrics.flatMap(({ id: metricId, group, unit }) => {
      const observations = collectObservations(plan, own, id, metricId)
      const isGiven = group === 'judge' && id === plan.baselineId
      const summary = summarise(
        isGiven ? selectComparedObservations(observations, cells, { id, metricId }) : observations,
        unit,
        options,
      )
      return summary === null ? [] : [[metricId, summary] as const]
    })
    return {
      id,
      label,
      cells: {
        done: done.length,
        failed: own.length - done.length,
        unchanged: done.filter(({ outcome }) => outcome === 'unchanged').length,
      },
      metrics: Object.fromEntries(metrics),
      chance: computeMean(done.flatMap(({ chance }) => chance ?? [])),
      ...compareWithControls(plan, done, options),
      costUsd: own.reduce((sum, { stats, isReused }) => sum + (isReused ? 0 : (stats?.costUsd ?? 0)), 0),
      priceUsd: sumKnown(
        own.flatMap(({ stats }) => (stats === null || isRefusal(stats) ? [] : priceOfWork(stats))),
      ),
      ...(done.some(isCostStated) ? { isCostStated: true } : {}),
      meanDurationMs: computeMean(done.filter(isTimed).map(({ timeMs }) => timeMs.total)),
    }
  })
  return results.map((result) => ({
    ...result,
    metrics: Object.fromEntries(
      plan.metrics.flatMap((metric) => addExpectedCount(metric, result, results, plan)),
    ),
  }))
}

/** A summary, by its metric, that says how many checkpoints it should rest on. */
function addExpectedCount(
  metric: MetricInfo,
  { id: variantId, metrics }: Measured,
  all: readonly Measured[],
  plan: ExperimentPlan,
): [string, MetricSummary][] {
  const { id } = metric
  const own = metrics[id]
  if (own === undefined) return []
  const most = findLargest(all.map((one) => one.metrics[id]?.n ?? 0))
  return [[id, { ...own, outOf: isOfEveryCell(metric) ? countPlannedCheckpoints(plan, variantId) : most }]]
}

/** Whether an external arm says what its work cost. */
function isCostStated({ stats }: Cell): boolean {
  return stats?.statedCostUsd !== undefined && stats.priceUsd !== null
}

/** Whether all of its work was waited for. */
function isTimed({ stats }: Cell): boolean {
  return stats === null || measureWorkTime(stats) !== null
}

/** The baseline's preference to itself is given, not judged: it counts where somebody was compared with it. */
function selectComparedObservations(
  observations: readonly Observation[],
  cells: readonly Cell[],
  { id, metricId }: { readonly id: string; readonly metricId: string },
): readonly Observation[] {
  const compared = new Set(
    cells.flatMap(({ variantId, checkpointId, values }) =>
      variantId !== id && values[metricId] != null ? [checkpointId] : [],
    ),
  )
  return observations.filter(({ checkpointId }) => compared.has(checkpointId))
}

/**
 * Repeats are averaged first; then every checkpoint counts the same. A mean of money has no interval: those that hold are
 * of the median. Null without a value.
 */
function summarise(
  observations: readonly Observation[],
  unit: MetricUnit,
  { rules, workspaces }: Pick<Summarised, 'rules' | 'workspaces'>,
): Summary | null {
  // Against zero, the difference is the value itself.
  const zero = observations.map((observation) => ({
    ...observation,
    value: observation.value === null ? null : 0,
  }))
  const { pairs } = pairObservations(zero, observations)
  if (pairs.length === 0) return null
  const clustered = clusterPairs(pairs, workspaces, rules.fewestTasks)
  const { sums, tasks } = clustered
  const interval = isMoney(unit)
    ? null
    : estimateTypical(clustered, { unit, isDifference: false }, rules).interval
  return {
    mean: computeMeanDifference(sums),
    low: clampToScale(unit, interval?.low ?? null),
    high: clampToScale(unit, interval?.high ?? null),
    n: pairs.length,
    tasks,
  }
}

/** Shares lie between 0 and 1, however few of them an interval rests on. */
function clampToScale(unit: MetricUnit, end: number | null): number | null {
  return end === null || unit !== 'share' ? end : Math.max(0, Math.min(1, end))
}

function computeMean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * Says which variants are on the front of reduction against a metric. One that has ended without a value where others
 * have one has no place there: its means are those of the tasks that it managed.
 */
function withFront(
  results: readonly Unranked[],
  metricId: string | undefined,
  plan: ExperimentPlan,
): readonly VariantResult[] {
  const findPlace = ({ id, metrics, cells }: Unranked): Place | null => {
    const [reduction, quality] = [metrics['reduction'], metrics[metricId ?? '']]
    if (reduction === undefined || quality === undefined) return null
    const repeats = plan.variants.find((variant) => variant.id === id)?.repeats ?? 1
    const hasEnded = cells.done + cells.failed >= countPlannedCheckpoints(plan, id) * repeats
    const lacks = [reduction, quality].some(({ n, outOf }) => n < outOf)
    return hasEnded && lacks ? null : { reduction: reduction.mean, quality: quality.mean }
  }
  return results.map((own) => {
    const others = results.flatMap((other) => (other === own ? [] : (findPlace(other) ?? [])))
    return { ...own, isOnParetoFront: isOnFront(findPlace(own), others) }
  })
}

type Place = { readonly reduction: number; readonly quality: number }

/** Whether no other place is at least as good on both axes and better on one. */
function isOnFront(at: Place | null, others: readonly Place[]): boolean {
  if (at === null) return false
  return !others.some(({ reduction, quality }) => {
    const isNoWorse = reduction >= at.reduction && quality >= at.quality
    return isNoWorse && (reduction > at.reduction || quality > at.quality)
  })
}
