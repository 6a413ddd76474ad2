import type { ComparisonRules } from '../../../shared/domain/comparison.ts'
import type {
  Cell,
  ExperimentPlan,
  MetricSummary,
  Rating,
  VariantResult,
} from '../../../shared/domain/experiment.ts'
import type { MetricInfo } from '../../../shared/domain/quality.ts'
import { isOfEveryCell } from '../../../shared/lib/coverage.ts'
import { isRefusal, priceOfWork, timeOfWork } from '../../../shared/lib/measured-work.ts'
import { sumKnown } from '../../../shared/lib/sum-known.ts'
import { bootstrapInterval } from '../statistics/bootstrap-interval.ts'
import { pairObservations, type Observation } from '../statistics/pair-observations.ts'
import { seededRandom } from '../statistics/seeded-random.ts'
import { meanDifference, sumByTask } from '../statistics/sum-by-task.ts'
import { observationsOf } from './observations-of.ts'

/** What each variant came to by itself, in the order of the plan. */
export function summariseVariants(
  plan: ExperimentPlan,
  cells: readonly Cell[],
  ratings: readonly Rating[],
  rules: ComparisonRules,
): readonly VariantResult[] {
  const stars = new Map(ratings.map((rating) => [rating.cellId, rating.stars]))
  const results = plan.variants.map(
    ({ id, label }): Omit<VariantResult, 'isOnParetoFront' | 'metrics'> & Measured => {
      const own = cells.filter(({ variantId }) => variantId === id)
      const done = own.filter(({ status }) => status === 'done')
      const metrics = plan.metrics.flatMap(({ id: metricId, group }) => {
        const observations = observationsOf(plan, own, id, metricId)
        const isGiven = group === 'judge' && id === plan.baselineId
        const summary = summarise(
          isGiven ? besideOthers(observations, cells, { id, metricId }) : observations,
          rules,
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
        chance: mean(done.flatMap(({ chance }) => chance ?? [])),
        costUsd: own.reduce((sum, { stats, isReused }) => sum + (isReused ? 0 : (stats?.costUsd ?? 0)), 0),
        priceUsd: sumKnown(
          own.flatMap(({ stats }) => (stats === null || isRefusal(stats) ? [] : priceOfWork(stats))),
        ),
        meanDurationMs: mean(done.filter(isTimed).map(({ timeMs }) => timeMs.total)),
        meanStars: mean(own.flatMap((cell) => stars.get(cell.id) ?? [])),
      }
    },
  )
  return results.map((result) => ({
    ...result,
    metrics: Object.fromEntries(plan.metrics.flatMap((metric) => withOutOf(metric, result, results, plan))),
    isOnParetoFront: isOnFront(result, results),
  }))
}

/** A summary, by its metric, that says how many checkpoints it should rest on. */
function withOutOf(
  metric: MetricInfo,
  { metrics }: Measured,
  all: readonly Measured[],
  plan: ExperimentPlan,
): [string, MetricSummary][] {
  const { id } = metric
  const own = metrics[id]
  if (own === undefined) return []
  const most = Math.max(...all.map((one) => one.metrics[id]?.n ?? 0))
  return [[id, { ...own, outOf: isOfEveryCell(metric) ? plan.checkpoints.length : most }]]
}

/** Whether all of its work was waited for. */
function isTimed({ stats }: Cell): boolean {
  return stats === null || timeOfWork(stats) !== null
}

/** The baseline's preference to itself is given, not judged: it counts where somebody was compared with it. */
function besideOthers(
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

type Summary = Omit<MetricSummary, 'outOf'>

/** Repeats are averaged first; then every checkpoint counts the same. Null without a value. */
function summarise(observations: readonly Observation[], rules: ComparisonRules): Summary | null {
  // Against zero, the difference is the value itself.
  const zero = observations.map((observation) => ({
    ...observation,
    value: observation.value === null ? null : 0,
  }))
  const { pairs } = pairObservations(zero, observations)
  if (pairs.length === 0) return null
  const tasks = sumByTask(pairs)
  const { intervalLevel: level, resamples, seed } = rules
  const interval = bootstrapInterval(tasks, { level, resamples, random: seededRandom(seed) })
  return {
    mean: meanDifference(tasks),
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    n: pairs.length,
    tasks: tasks.sums.length,
  }
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

type Measured = { readonly metrics: Readonly<Record<string, Summary>> }

/** Whether no other variant is at least as good on both axes and better on one. */
function isOnFront(own: Measured, all: readonly Measured[]): boolean {
  const at = placeOf(own)
  if (at === null) return false
  return !all.some((other) => {
    const place = placeOf(other)
    if (place === null || other === own) return false
    const isNoWorse = place.reduction >= at.reduction && place.recall >= at.recall
    return isNoWorse && (place.reduction > at.reduction || place.recall > at.recall)
  })
}

function placeOf({ metrics }: Measured): { readonly reduction: number; readonly recall: number } | null {
  const reduction = metrics['reduction']
  const recall = metrics['continuation-recall']
  return reduction === undefined || recall === undefined
    ? null
    : { reduction: reduction.mean, recall: recall.mean }
}
