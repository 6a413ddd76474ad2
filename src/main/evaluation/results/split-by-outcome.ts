import type { ComparisonRules } from '../../../shared/domain/comparison.ts'
import type { Cell, ExperimentPlan } from '../../../shared/domain/experiment.ts'
import type { OutcomeSplit } from '../../../shared/domain/experiment-results.ts'
import type { TaskOutcome } from '../../../shared/domain/task.ts'
import type { MetricInfo } from '../../../shared/domain/quality.ts'
import { quantileOf, sum } from '../../../shared/lib/numbers.ts'
import { headlineMetrics } from '../../../shared/lib/primary-of.ts'
import { holmCorrection } from '../statistics/holm-correction.ts'
import { seededRandom, type RandomSource } from '../statistics/seeded-random.ts'
import { observationsOf } from './observations.ts'

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
      const values = taskValues(plan, cells, { variant: id, metric: metric.id })
      return splitOf(values, outcomes, { variant: id, metric, rules })
    }),
  )
  const corrected = holmCorrection(splits.flatMap(({ p }) => p ?? [])).values()
  return splits.map((split) => {
    const p = split.p === null ? null : (corrected.next().value ?? null)
    return { ...split, p, verdict: verdictOf(split, p, 1 - rules.intervalLevel) }
  })
}

/** Mean of each task over its checkpoints and repeats. */
function taskValues(
  plan: ExperimentPlan,
  cells: readonly Cell[],
  { variant, metric }: { readonly variant: string; readonly metric: string },
): ReadonlyMap<string, number> {
  const observed = observationsOf(plan, cells, variant, metric).filter(({ value }) => value !== null)
  const byTask = Map.groupBy(observed, ({ taskId }) => taskId)
  return new Map(
    [...byTask].map(([task, own]) => [task, sum(own.map(({ value }) => value ?? 0)) / own.length]),
  )
}

function splitOf(
  values: ReadonlyMap<string, number>,
  outcomes: ReadonlyMap<string, TaskOutcome>,
  about: { readonly variant: string; readonly metric: MetricInfo; readonly rules: ComparisonRules },
): Split {
  const { variant, metric, rules } = about
  const of = (wanted: TaskOutcome): number[] =>
    [...values].flatMap(([task, value]) => (outcomes.get(task) === wanted ? [value] : []))
  const [solved, unsolved] = [of('solved'), of('unsolved')]
  const common = {
    variant,
    metric: metric.id,
    solved: { tasks: solved.length, mean: meanOf(solved) },
    unsolved: { tasks: unsolved.length, mean: meanOf(unsolved) },
  }
  if (Math.min(solved.length, unsolved.length) < fewestOfEach)
    return { ...common, auc: null, chance: null, p: null }
  const sign = metric.direction === 'higher' ? 1 : -1
  const ranks = middleRanks([...solved, ...unsolved].map((value) => sign * value))
  const auc = areaOf(ranks, solved.length)
  const chance = permuted(ranks, solved.length, { count: rules.resamples, random: seededRandom(rules.seed) })
  const slack = 1e-9
  const extreme = chance.filter((one) => Math.abs(one - 0.5) >= Math.abs(auc - 0.5) - slack).length
  const tail = (1 - rules.intervalLevel) / 2
  return {
    ...common,
    auc,
    chance: { low: quantileOf(chance, tail), high: quantileOf(chance, 1 - tail) },
    p: (extreme + 1) / (chance.length + 1),
  }
}

function verdictOf({ auc }: Split, p: number | null, level: number): OutcomeSplit['verdict'] {
  if (auc === null || p === null) return 'too-few-tasks'
  if (p > level) return 'not-shown'
  return auc > 0.5 ? 'separates' : 'opposite'
}

/** Area under the curve from the ranks of the first `count` values (Mann and Whitney, 1947). */
function areaOf(ranks: ArrayLike<number>, count: number): number {
  let own = 0
  for (let index = 0; index < count; index += 1) own += ranks[index] ?? 0
  return (own - (count * (count + 1)) / 2) / (count * (ranks.length - count))
}

/** Areas of random assignments, sorted upwards. */
function permuted(
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
    areas[round] = areaOf(shuffled, solved)
  }
  return areas.sort()
}

/** Ranks from 1, equal values at their middle rank. */
function middleRanks(values: readonly number[]): readonly number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length
    const equal = values.filter((other) => other === value).length
    return below + (equal + 1) / 2
  })
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length
}
