import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { ComparisonRules } from '../../../../shared/condense/comparison-types.ts'
import { spreadBill } from '../../../../shared/home/goal-rule.ts'
import { computeMean, computeQuantile, sum } from '../../../../shared/kernel/numbers.ts'
import type {
  CostDifference,
  MeanCost,
  SweepRow,
  SweptFigure,
} from '../../../../shared/replay/sweep-types.ts'
import { clusterPairs } from '../../../measure/statistics/cluster-pairs.ts'
import { estimateTypical } from '../../../measure/statistics/compute-interval.ts'

/** A task as it came out under an arm at a threshold. */
export type SweptPlay = {
  readonly arm: string
  readonly thresholdTokens: number
  readonly windowTokens: number
  /** US dollars; null where nobody knows. */
  readonly costUsd: number | null
  /** Of never condensing, each request capped at the window. */
  readonly neverUsd: number
  readonly estimatedUsd: number
  readonly condensations: number
  /** Whether an extract took the place of a model that would write summaries. */
  readonly isExtracted: boolean
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
export type SweepFigure = Pick<MetricInfo, 'id' | 'direction' | 'unit'>

/** What intervals over tasks are made of. */
export type SweepStatistics = {
  readonly workspaces: ReadonlyMap<string, string>
  readonly rules: ComparisonRules
}

/** The mean of costs in US dollars, and the middle one; null for no tasks. */
export function computeMeanCost(costs: readonly number[]): MeanCost | null {
  if (costs.length === 0) return null
  const { costUsdMedian: medianUsd, isCostUneven: isUneven } = spreadBill(costs)
  return { costUsd: computeMean(costs), medianUsd: medianUsd ?? 0, isUneven }
}

type Difference = { readonly taskId: string; readonly value: number }

/** The same of differences, with the interval of the middle one. */
function computeCostDifference(
  differences: readonly Difference[],
  { workspaces, rules }: SweepStatistics,
): CostDifference | null {
  const mean = computeMeanCost(differences.map(({ value }) => value))
  if (mean === null) return null
  const pairs = differences.map(({ taskId, value }) => ({ taskId, difference: value }))
  const clustered = clusterPairs(pairs, workspaces, rules.fewestTasks)
  return {
    ...mean,
    interval: estimateTypical(clustered, { unit: 'usd', isDifference: true }, rules).interval,
  }
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
    ].map((row) => ({ ...row, figures: summariseFigures(played, figures) }))
  })
}

type PlayedTask = SweptTask & { readonly play: SweptPlay; readonly costUsd: number }

function summariseCosts(
  played: readonly PlayedTask[],
  statistics: SweepStatistics,
): (MeanCost & Pick<SweepRow, 'againstNever' | 'againstRecorded'>) | null {
  const cost = computeMeanCost(played.map(({ costUsd }) => costUsd))
  const againstNever = computeCostDifference(
    played.map(({ taskId, costUsd, play }) => ({ taskId, value: costUsd - play.neverUsd })),
    statistics,
  )
  if (cost === null || againstNever === null) return null
  const againstRecorded = computeCostDifference(
    played.flatMap(({ taskId, costUsd, recordedUsd }) =>
      recordedUsd === null ? [] : { taskId, value: costUsd - recordedUsd },
    ),
    statistics,
  )
  return { ...cost, againstNever, againstRecorded }
}

function summariseCounts(
  played: readonly PlayedTask[],
): Pick<
  SweepRow,
  'isExtracted' | 'estimatedUsd' | 'condensations' | 'condensedTasks' | 'breakEvenRequests' | 'paidBack'
> {
  const plays = played.map(({ play }) => play)
  const all = plays.flatMap(({ paysBackAfter }) => paysBackAfter)
  const paid = all.filter((requests) => requests !== null).toSorted((a, b) => a - b)
  return {
    isExtracted: plays.some(({ isExtracted }) => isExtracted),
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
): Readonly<Record<string, SweptFigure>> {
  return Object.fromEntries(
    figures.flatMap(({ id }) => {
      const values = played.flatMap(({ play }) => readFigure(play, id) ?? [])
      return values.length === 0 ? [] : [[id, { value: computeMean(values), tasks: values.length }] as const]
    }),
  )
}

/** Mean of a figure over the condensations of a play; null where it has none. */
export function readFigure(play: SweptPlay | undefined, figure: string): number | null {
  return play === undefined || play.condensations === 0 ? null : (play.figures[figure] ?? null)
}
