import type { ComparisonRules } from '../../../../shared/condense/comparison-types.ts'
import type { VariantResult } from '../../../../shared/experiments/experiment-results-types.ts'
import type { Cell, ExperimentPlan } from '../../../../shared/experiments/experiment-types.ts'
import {
  describeFewWorkspaces,
  describeStatedCosts,
  describeUnusableJudge,
} from '../../../../shared/experiments/missing-words.ts'
import { formatMetric } from '../../../../shared/kernel/format-metric.ts'
import { controlWords } from '../../../../shared/kernel/words/state-words.ts'
import { judgeUnusable } from '../../../measure/judged/judged-metric.ts'
import type { FaultyFigure } from './hold-against-controls.ts'

/** What the figures of an experiment do not show by themselves, in sentences that name no variant. */
export function writeResultNotes(
  plan: ExperimentPlan,
  cells: readonly Cell[],
  {
    variants,
    faulty,
    workspaces,
    rules,
  }: {
    readonly variants: readonly VariantResult[]
    /** Figures that tell nothing here. */
    readonly faulty: readonly FaultyFigure[]
    /** By task. */
    readonly workspaces: ReadonlyMap<string, string>
    readonly rules: ComparisonRules
  },
): string[] {
  return [
    ...judgeNotes(plan, cells),
    ...faulty.map(describeFaultyFigure),
    ...writeWorkspaceNotes(plan, workspaces, rules),
    ...writeCostNotes(variants),
  ]
}

function describeFaultyFigure({ metric: { label, unit }, control, score, recorded }: FaultyFigure): string {
  const [trick, own] = [score, recorded].map((value) => formatMetric(value, unit))
  return `${label} tells nothing here: ${controlWords[control]} comes to ${trick}, what the agents themselves did to ${own}. It decides nothing.`
}

/** A judge that could not be used leaves gaps that nobody would notice. */
function judgeNotes({ metrics }: ExperimentPlan, cells: readonly Cell[]): string[] {
  // Cells of older figures do not say who failed, and some have gaps of metrics that are gone.
  const unjudged = cells.flatMap(({ warnings, gaps }) =>
    gaps === undefined || metrics.some(({ id }) => gaps[id]?.code === 'failed')
      ? (warnings.find(({ code }) => code === judgeUnusable) ?? [])
      : [],
  )
  const [first] = unjudged
  if (first === undefined) return []
  return [describeUnusableJudge({ cells: unjudged.length, ofCells: cells.length, reason: first.message })]
}

/** What an arm says of itself must not pass for a measurement. */
function writeCostNotes(variants: readonly VariantResult[]): string[] {
  const stating = variants.filter(({ isCostStated }) => isCostStated === true).length
  return stating === 0 ? [] : [describeStatedCosts(stating)]
}

/** Where tasks come from few workspaces, what they have in common looks like certainty. */
function writeWorkspaceNotes(
  { checkpoints }: ExperimentPlan,
  workspaces: ReadonlyMap<string, string>,
  { fewestTasks }: ComparisonRules,
): string[] {
  const tasks = new Set(checkpoints.map(({ taskId }) => taskId)).size
  const count = new Set(workspaces.values()).size
  const isKnown = workspaces.size === tasks
  if (!isKnown || tasks < fewestTasks || count >= fewestTasks) return []
  return [describeFewWorkspaces({ tasks, workspaces: count, fewest: fewestTasks })]
}
