import type { Interval } from '../../../../shared/condense/comparison-types.ts'
import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import type {
  MeanCost,
  SweepRecommendation,
  SweepRow,
  SweepVerdict,
} from '../../../../shared/replay/sweep-types.ts'
import { computeMeanOver, type SweepFigure, type SweepStatistics, type SweptTask } from './summarise-sweep.ts'

type Sweep = {
  readonly tasks: readonly SweptTask[]
  readonly rows: readonly SweepRow[]
  readonly figures: readonly SweepFigure[]
}

/** What settings alone tell, beside the names that agents have for them. */
export type ChosenSetting = Omit<SweepRecommendation, 'settings'>

/**
 * The setting to take with a window: the cheapest of those of which no headline figure is worse than the best one, the
 * whole interval of the paired difference over the tasks that both condensed lying on the worse side. The best one of a
 * figure is sought among settings with at least half as many tasks as any has. Null where no setting fits the window.
 */
export function recommendSetting(
  { tasks, rows: all, figures }: Sweep,
  windowTokens: number,
  statistics: SweepStatistics,
): ChosenSetting | null {
  const rows = all.filter(({ thresholdTokens }) => thresholdTokens <= windowTokens)
  const condensing = rows.filter(({ condensedTasks }) => condensedTasks > 0)
  const considered = condensing.length > 0 ? condensing : rows
  const faults = new Map(
    considered.map((row) => [row, findRowFault(row, considered, { tasks, figures, statistics })]),
  )
  const byCost = considered.toSorted((a, b) => a.costUsd - b.costUsd || b.thresholdTokens - a.thresholdTokens)
  const eligible = byCost.filter((row) => faults.get(row) === null)
  // Each figure has its best, but one setting need not hold all of them.
  const chosen = eligible[0] ?? byCost[0]
  if (chosen === undefined) return null
  const [cheapest = chosen] = byCost
  const fault = faults.get(cheapest) ?? null
  const own = rows
    .filter(({ arm }) => arm === chosen.arm)
    .toSorted((a, b) => a.thresholdTokens - b.thresholdTokens)
  const at = own.indexOf(chosen)
  const outgrown = tasks.filter(({ peakTokens }) => peakTokens > windowTokens).length
  return {
    ...toSweepPlace(chosen),
    windowTokens,
    interval: chosen.interval,
    againstNever: chosen.againstNever,
    againstRecorded: chosen.againstRecorded,
    verdict:
      condensing.length === 0
        ? 'never-reached'
        : judgeSweep(chosen.againstRecorded ?? chosen.againstNever, chosen.tasks, statistics),
    rule: 'cheapest-not-worse',
    eligible: { settings: eligible.length, of: considered.length },
    cheaperButWorse: cheapest === chosen || fault === null ? null : { ...toSweepPlace(cheapest), ...fault },
    earlier: toPlaceOrNull(own[at - 1]),
    later: toPlaceOrNull(own[at + 1]),
    overWindow: { tasks: outgrown, of: tasks.length },
  }
}

function judgeSweep({ interval }: MeanCost, tasks: number, { rules }: SweepStatistics): SweepVerdict {
  if (interval === null || tasks < rules.fewestTasks) return 'few-tasks'
  if (interval.high < 0) return 'cheaper'
  return interval.low > 0 ? 'dearer' : 'no-clear-saving'
}

type Place = Pick<SweepRow, 'arm' | 'thresholdTokens' | 'costUsd'>

function toSweepPlace({ arm, thresholdTokens, costUsd }: SweepRow): Place {
  return { arm, thresholdTokens, costUsd }
}

function toPlaceOrNull(row: SweepRow | undefined): Place | null {
  return row === undefined ? null : toSweepPlace(row)
}

type Fault = { readonly figure: string; readonly value: number; readonly best: number }
type Judging = Pick<Sweep, 'tasks' | 'figures'> & { readonly statistics: SweepStatistics }

/** The first figure of a row that is worse than the best one beyond its interval; null where none is. */
function findRowFault(
  row: SweepRow,
  rows: readonly SweepRow[],
  { tasks, figures, statistics }: Judging,
): Fault | null {
  for (const figure of figures) {
    const own = row.figures[figure.id]
    const best = findBestRow(rows, figure)
    if (own === undefined || best === null || best === row) continue
    const difference = computeMeanOver(computeFigureDifferences(tasks, [row, best], figure.id), statistics)
    if (difference?.interval != null && isWorse(difference.interval, figure))
      return { figure: figure.id, value: own.value, best: best.figures[figure.id]?.value ?? own.value }
  }
  return null
}

function isWorse({ low, high }: Interval, { direction }: SweepFigure): boolean {
  return direction === 'higher' ? high < 0 : low > 0
}

function findBestRow(rows: readonly SweepRow[], { id, direction }: SweepFigure): SweepRow | null {
  const known = rows.flatMap((row) => {
    const figure = row.figures[id]
    return figure === undefined ? [] : { row, ...figure }
  })
  const most = findLargest(
    known.map(({ tasks }) => tasks),
    0,
  )
  const sign = direction === 'higher' ? 1 : -1
  const [best] = known
    .filter(({ tasks }) => 2 * tasks >= most)
    .toSorted((a, b) => sign * (b.value - a.value) || b.tasks - a.tasks)
  return best?.row ?? null
}

/** Differences of a figure of two settings, of each task that has both. */
function computeFigureDifferences(
  tasks: readonly SweptTask[],
  [row, best]: readonly [SweepRow, SweepRow],
  figure: string,
) {
  return tasks.flatMap((task) => {
    const [own, other] = [findFigureValue(task, row, figure), findFigureValue(task, best, figure)]
    return own === null || other === null ? [] : { taskId: task.taskId, value: own - other }
  })
}

function findFigureValue({ plays }: SweptTask, row: SweepRow, figure: string): number | null {
  const play = plays.find(
    ({ arm, thresholdTokens }) => arm === row.arm && thresholdTokens === row.thresholdTokens,
  )
  return play === undefined || play.condensations === 0 ? null : (play.figures[figure] ?? null)
}
