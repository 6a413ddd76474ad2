import type { ComparisonRules } from '../../../../shared/condense/comparison-types.ts'
import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import type {
  SweepPlace,
  SweepRecommendation,
  SweepRow,
  SweepVerdict,
} from '../../../../shared/replay/sweep-types.ts'
import type { Comparison } from '../../../measure/statistics/compare-family.ts'
import { compareTasks } from '../../../measure/statistics/compare-tasks.ts'
import { readFigure, type SweepFigure, type SweptPlay, type SweptTask } from './summarise-sweep.ts'

type Sweep = {
  readonly tasks: readonly SweptTask[]
  readonly rows: readonly SweepRow[]
  readonly figures: readonly SweepFigure[]
}

/** What settings alone tell, beside the names that agents have for them. */
export type ChosenSetting = Omit<SweepRecommendation, 'settings'>

/**
 * The setting that is first with a window: the cheapest of those of which no headline figure is clearly worse than the best
 * one over the tasks that both condensed. It is named only where it is cheaper, task by task, than never condensing, than
 * what was recorded, and than every other one. The best one of a figure is sought among settings with at least half as
 * many tasks as any has. Null where no setting fits the window.
 */
export function recommendSetting(
  { tasks, rows: all, figures }: Sweep,
  windowTokens: number,
  rules: ComparisonRules,
): ChosenSetting | null {
  const rows = all.filter(({ thresholdTokens }) => thresholdTokens <= windowTokens)
  const condensing = rows.filter(({ condensedTasks }) => condensedTasks > 0)
  const considered = condensing.length > 0 ? condensing : rows
  const faults = new Map(
    considered.map((row) => [row, findRowFault(row, considered, { tasks, figures, rules })]),
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
    medianUsd: chosen.medianUsd,
    isUneven: chosen.isUneven,
    againstNever: chosen.againstNever,
    againstRecorded: chosen.againstRecorded,
    ...judgeSetting(chosen, eligible, { tasks, rules }, condensing.length === 0),
    rule: 'cheapest-not-worse',
    eligible: { settings: eligible.length, of: considered.length },
    cheaperButWorse: cheapest === chosen || fault === null ? null : { ...toSweepPlace(cheapest), ...fault },
    earlier: toPlaceOrNull(own[at - 1]),
    later: toPlaceOrNull(own[at + 1]),
    overWindow: { tasks: outgrown, of: tasks.length },
  }
}

type Comparing = { readonly tasks: readonly SweptTask[]; readonly rules: ComparisonRules }
type Judgement = Pick<SweepRecommendation, 'verdict' | 'alike' | 'have' | 'needed'>

/** Whether a setting is told from never condensing, from what was recorded and from the other settings by what tasks cost. */
function judgeSetting(
  chosen: SweepRow,
  eligible: readonly SweepRow[],
  comparing: Comparing,
  isIdle: boolean,
): Judgement {
  const compare = (readOther: (task: SweptTask) => number | null) =>
    compareCosts(chosen, readOther, comparing)?.verdict ?? null
  const baselines = [
    compare((task) => findPlay(task, chosen)?.neverUsd ?? null),
    compare(({ recordedUsd }) => recordedUsd),
  ].filter((verdict) => verdict !== null)
  const others = eligible
    .filter((row) => row !== chosen)
    .map((row) => ({ row, verdict: compare((task) => findPlay(task, row)?.costUsd ?? null) }))
    .filter(({ verdict }) => verdict?.word !== 'better')
  const open = [...baselines.filter(({ word }) => word !== 'better'), ...others.map(({ verdict }) => verdict)]
  const have = chosen.tasks
  const more = open.map((verdict) => (verdict?.word === 'not-enough-data' ? verdict.more.tasks : null))
  const isKnown = more.length > 0 && more.every((tasks) => tasks !== null)
  return {
    verdict: nameVerdict(),
    alike: others.map(({ row }) => toSweepPlace(row)),
    have,
    needed: isKnown
      ? have +
        findLargest(
          more.flatMap((tasks) => tasks ?? []),
          0,
        )
      : null,
  }

  function nameVerdict(): SweepVerdict {
    if (isIdle) return 'never-reached'
    if (have < comparing.rules.fewestTasks) return 'few-tasks'
    if (baselines.some(({ word }) => word === 'worse')) return 'dearer'
    if (baselines.some(({ word }) => word !== 'better')) return 'no-clear-saving'
    return others.length === 0 ? 'cheaper' : 'alike'
  }
}

function compareCosts(
  row: SweepRow,
  readOther: (task: SweptTask) => number | null,
  { tasks, rules }: Comparing,
): Comparison | null {
  const compared = tasks.map((task) => ({
    ...task,
    own: findPlay(task, row)?.costUsd ?? null,
    other: readOther(task),
  }))
  return compareTasks(compared, { direction: 'lower', unit: 'usd' }, rules)
}

function toSweepPlace({ arm, isExtracted, thresholdTokens, costUsd }: SweepRow): SweepPlace {
  return { arm, isExtracted, thresholdTokens, costUsd }
}

function toPlaceOrNull(row: SweepRow | undefined): SweepPlace | null {
  return row === undefined ? null : toSweepPlace(row)
}

type Fault = { readonly figure: string; readonly value: number; readonly best: number }
type Judging = Comparing & Pick<Sweep, 'figures'>

/** The first figure of a row that is clearly worse than the best one; null where none is. */
function findRowFault(
  row: SweepRow,
  rows: readonly SweepRow[],
  { tasks, figures, rules }: Judging,
): Fault | null {
  for (const figure of figures) {
    const own = row.figures[figure.id]
    const best = findBestRow(rows, figure)
    if (own === undefined || best === null || best === row) continue
    const compared = tasks.map((task) => ({
      ...task,
      own: readFigure(findPlay(task, row), figure.id),
      other: readFigure(findPlay(task, best), figure.id),
    }))
    if (compareTasks(compared, figure, rules)?.verdict.word === 'worse')
      return { figure: figure.id, value: own.value, best: best.figures[figure.id]?.value ?? own.value }
  }
  return null
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

function findPlay({ plays }: SweptTask, row: SweepRow): SweptPlay | undefined {
  return plays.find(({ arm, thresholdTokens }) => arm === row.arm && thresholdTokens === row.thresholdTokens)
}
