import type { MetricDirection } from '../../../../shared/activity/quality-types.ts'
import type { ComparisonRules, Interval } from '../../../../shared/condense/comparison-types.ts'
import { computeQuantile, sum } from '../../../../shared/kernel/numbers.ts'
import type { MeanCost, SweepRow, SweptFigure } from '../../../../shared/replay/sweep-types.ts'
import { bootstrapInterval } from '../../../measure/statistics/bootstrap-interval.ts'
import { clusterPairs } from '../../../measure/statistics/cluster-pairs.ts'
import { createSeededRandom } from '../../../measure/statistics/create-seeded-random.ts'
import { computeMeanDifference } from '../../../measure/statistics/sum-by-task.ts'

/** A task as it came out under an arm at a threshold. */
export type SweptPlay = {
  readonly arm: string
  readonly thresholdTokens: number
  readonly windowTokens: number
  /** US dollars; null where nobody knows. */
  readonly costUsd: number | null
  readonly estimatedUsd: number
  readonly condensations: number
  /** Requests until each condensation has paid for itself; null for those that never do. */
  readonly paysBackAfter: readonly (number | null)[]
  /** Mean of each figure over the condensations; null or absent where it has none. */
  readonly figures: Readonly<Record<string, number | null>>
}

/** A task with all its plays. */
export type SweptTask = {
  readonly taskId: string
  /** Null where nobody knows. */
  readonly workspace: string | null
  readonly neverUsd: number
  readonly recordedUsd: number | null
  /** The largest request where nothing is condensed, tokens. */
  readonly peakTokens: number
  readonly plays: readonly SweptPlay[]
}

/** A figure of the rule, with the better end of its scale. */
export type SweepFigure = { readonly id: string; readonly direction: MetricDirection }

type Value = { readonly taskId: string; readonly value: number }
type Rules = Pick<ComparisonRules, 'intervalLevel' | 'resamples' | 'seed' | 'fewestTasks'>

/** What intervals over tasks are made of. */
export type SweepStatistics = {
  readonly workspaces: ReadonlyMap<string, string>
  readonly rules: Rules
}

/** The mean over tasks with its bootstrap interval; null for no tasks. */
export function computeMeanOver(
  values: readonly Value[],
  { workspaces, rules }: SweepStatistics,
): { readonly value: number; readonly interval: Interval | null } | null {
  if (values.length === 0) return null
  const pairs = values.map(({ taskId, value }) => ({ taskId, difference: value }))
  const { sums } = clusterPairs(pairs, workspaces, rules.fewestTasks)
  const { intervalLevel: level, resamples, seed } = rules
  const interval = bootstrapInterval(sums, { level, resamples, random: createSeededRandom(seed) })
  return { value: computeMeanDifference(sums), interval }
}

/** The same of costs in US dollars. */
export function computeMeanCost(values: readonly Value[], statistics: SweepStatistics): MeanCost | null {
  const mean = computeMeanOver(values, statistics)
  return mean === null ? null : { costUsd: mean.value, interval: mean.interval }
}

/** The rows of a sweep, by arm and threshold in the order of the first task's plays. Rows without any known cost are left out. */
export function sweepRows(
  tasks: readonly SweptTask[],
  figures: readonly SweepFigure[],
  statistics: SweepStatistics,
): readonly SweepRow[] {
  const places = tasks[0]?.plays ?? []
  return places.flatMap(({ arm, thresholdTokens, windowTokens }) => {
    const played = tasks.flatMap((task): readonly PlayedTask[] => {
      const play = task.plays.find((one) => one.arm === arm && one.thresholdTokens === thresholdTokens)
      return play === undefined || play.costUsd === null ? [] : [{ ...task, play, costUsd: play.costUsd }]
    })
    const costs = summariseCosts(played, statistics)
    if (costs === null) return []
    return [
      { arm, thresholdTokens, windowTokens, tasks: played.length, ...costs, ...summariseCounts(played) },
    ].map((row) => ({ ...row, figures: summariseFigures(played, figures, statistics) }))
  })
}

type PlayedTask = SweptTask & { readonly play: SweptPlay; readonly costUsd: number }

function summariseCosts(
  played: readonly PlayedTask[],
  statistics: SweepStatistics,
): Pick<SweepRow, 'costUsd' | 'interval' | 'againstNever' | 'againstRecorded'> | null {
  const cost = computeMeanCost(
    played.map(({ taskId, costUsd }) => ({ taskId, value: costUsd })),
    statistics,
  )
  const againstNever = computeMeanCost(
    played.map(({ taskId, costUsd, neverUsd }) => ({ taskId, value: costUsd - neverUsd })),
    statistics,
  )
  if (cost === null || againstNever === null) return null
  const againstRecorded = computeMeanCost(
    played.flatMap(({ taskId, costUsd, recordedUsd }) =>
      recordedUsd === null ? [] : { taskId, value: costUsd - recordedUsd },
    ),
    statistics,
  )
  return { ...cost, againstNever, againstRecorded }
}

function summariseCounts(
  played: readonly PlayedTask[],
): Pick<SweepRow, 'estimatedUsd' | 'condensations' | 'condensedTasks' | 'breakEvenRequests' | 'paidBack'> {
  const plays = played.map(({ play }) => play)
  const all = plays.flatMap(({ paysBackAfter }) => paysBackAfter)
  const paid = all.filter((requests) => requests !== null).toSorted((a, b) => a - b)
  return {
    estimatedUsd: sum(plays.map(({ estimatedUsd }) => estimatedUsd)) / plays.length,
    condensations: sum(plays.map(({ condensations }) => condensations)) / plays.length,
    condensedTasks: plays.filter(({ condensations }) => condensations > 0).length,
    breakEvenRequests: paid.length === 0 ? null : computeQuantile(paid, 0.5),
    paidBack: { condensations: paid.length, of: all.length },
  }
}

function summariseFigures(
  played: readonly PlayedTask[],
  figures: readonly SweepFigure[],
  statistics: SweepStatistics,
): Readonly<Record<string, SweptFigure>> {
  return Object.fromEntries(
    figures.flatMap(({ id }) => {
      const values = played.flatMap(({ taskId, play }) => {
        const value = play.condensations === 0 ? null : (play.figures[id] ?? null)
        return value === null ? [] : { taskId, value }
      })
      const mean = computeMeanOver(values, statistics)
      return mean === null ? [] : [[id, { ...mean, tasks: values.length }] as const]
    }),
  )
}
