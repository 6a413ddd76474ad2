import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { ComparisonRules } from '../../../../shared/condense/comparison-types.ts'
import type { OutcomeSplit } from '../../../../shared/experiments/experiment-results-types.ts'
import type { Cell, ExperimentPlan } from '../../../../shared/experiments/experiment-types.ts'
import { headlineMetrics } from '../../../../shared/experiments/pick-primary-metric.ts'
import { computeQuantile, sum } from '../../../../shared/kernel/numbers.ts'
import type { TaskOutcome } from '../../../../shared/library/task-types.ts'
import { adjustByHolm } from '../../../measure/statistics/adjust-by-holm.ts'
import { createSeededRandom, type RandomSource } from '../../../measure/statistics/create-seeded-random.ts'
import { collectObservations } from './observations.ts'

/** Fewer tasks of either outcome than this separate nothing. */
const fewestOfEach = 5

type Split = Omit<OutcomeSplit, 'p' | 'verdict'> & { readonly p: number | null }

/**
 * How the headline figures at the cut go with the outcomes of the tasks, variant by variant; those of `primary` where no
 * headline figure is measured. Empty where no outcome is known.
 */
export function splitByOutcome(
  plan: ExperimentPlan,
  cells: readonly Cell[],
  { primary, rules }: { readonly primary: string | null; readonly rules: ComparisonRules },
): OutcomeSplit[] {
  const outcomes = new Map(
    plan.checkpoints.flatMap(({ taskId, outcome }) =>
      outcome === undefined || outcome === null ? [] : [[taskId, outcome] as const],
    ),
  )
  if (outcomes.size === 0) return []
  const headlines = plan.metrics.filter(({ id }) => headlineMetrics.includes(id))
  const metrics = headlines.length > 0 ? headlines : plan.metrics.filter(({ id }) => id === primary)
  const variants = plan.variants.filter(({ again }) => again === undefined)
  const splits = metrics.flatMap((metric) =>
    variants.map(({ id }) => {
      const values = computeTaskMeans(plan, cells, { variant: id, metric: metric.id })
      return buildOutcomeSplit(values, outcomes, { variant: id, metric, rules })
    }),
  )
  const corrected = adjustByHolm(splits.flatMap(({ p }) => p ?? [])).values()
  return splits.map((split) => {
    const p = split.p === null ? null : (corrected.next().value ?? null)
    return { ...split, p, verdict: judgeSplit(split, p, 1 - rules.intervalLevel) }
  })
}

/** Mean of each task over its checkpoints and repeats. */
function computeTaskMeans(
  plan: ExperimentPlan,
  cells: readonly Cell[],
  { variant, metric }: { readonly variant: string; readonly metric: string },
): ReadonlyMap<string, number> {
  const observed = collectObservations(plan, cells, variant, metric).filter(({ value }) => value !== null)
  const byTask = Map.groupBy(observed, ({ taskId }) => taskId)
  return new Map(
    [...byTask].map(([task, own]) => [task, sum(own.map(({ value }) => value ?? 0)) / own.length]),
  )
}

function buildOutcomeSplit(
  values: ReadonlyMap<string, number>,
  outcomes: ReadonlyMap<string, TaskOutcome>,
  about: { readonly variant: string; readonly metric: MetricInfo; readonly rules: ComparisonRules },
): Split {
  const { variant, metric, rules } = about
  const selectByOutcome = (wanted: TaskOutcome): number[] =>
    [...values].flatMap(([task, value]) => (outcomes.get(task) === wanted ? [value] : []))
  const [solved, unsolved] = [selectByOutcome('solved'), selectByOutcome('unsolved')]
  const common = {
    variant,
    metric: metric.id,
    solved: { tasks: solved.length, mean: computeMean(solved) },
    unsolved: { tasks: unsolved.length, mean: computeMean(unsolved) },
  }
  if (Math.min(solved.length, unsolved.length) < fewestOfEach)
    return { ...common, auc: null, chance: null, p: null }
  const sign = metric.direction === 'higher' ? 1 : -1
  const ranks = computeMiddleRanks([...solved, ...unsolved].map((value) => sign * value))
  const auc = computeArea(ranks, solved.length)
  const chance = drawPermutedAreas(ranks, solved.length, {
    count: rules.resamples,
    random: createSeededRandom(rules.seed),
  })
  const slack = 1e-9
  const extreme = chance.filter((one) => Math.abs(one - 0.5) >= Math.abs(auc - 0.5) - slack).length
  const tail = (1 - rules.intervalLevel) / 2
  return {
    ...common,
    auc,
    chance: { low: computeQuantile(chance, tail), high: computeQuantile(chance, 1 - tail) },
    p: (extreme + 1) / (chance.length + 1),
  }
}

function judgeSplit({ auc }: Split, p: number | null, level: number): OutcomeSplit['verdict'] {
  if (auc === null || p === null) return 'too-few-tasks'
  if (p > level) return 'not-shown'
  return auc > 0.5 ? 'separates' : 'opposite'
}

/** Area under the curve from the ranks of the first `count` values (Mann and Whitney, 1947). */
function computeArea(ranks: ArrayLike<number>, count: number): number {
  let own = 0
  for (let index = 0; index < count; index += 1) own += ranks[index] ?? 0
  return (own - (count * (count + 1)) / 2) / (count * (ranks.length - count))
}

/** Areas of random assignments, sorted upwards. */
function drawPermutedAreas(
  ranks: readonly number[],
  solved: number,
  { count, random }: { readonly count: number; readonly random: RandomSource },
): Float64Array {
  const shuffled = Float64Array.from(ranks)
  const areas = new Float64Array(count)
  for (let round = 0; round < count; round += 1) {
    for (let index = 0; index < solved; index += 1) {
      const other = index + random.nextIndex(shuffled.length - index)
      const kept = shuffled[index] ?? 0
      shuffled[index] = shuffled[other] ?? 0
      shuffled[other] = kept
    }
    areas[round] = computeArea(shuffled, solved)
  }
  return areas.sort()
}

/** Ranks from 1, equal values at their middle rank. */
function computeMiddleRanks(values: readonly number[]): readonly number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length
    const equal = values.filter((other) => other === value).length
    return below + (equal + 1) / 2
  })
}

function computeMean(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length
}
