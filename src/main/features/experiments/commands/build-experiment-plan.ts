import { describeTasksNeeded } from '../../../../shared/condensations/needed-words.ts'
import type { TasksNeeded } from '../../../../shared/condense/comparison-types.ts'
import {
  alignRight,
  buildFacts,
  buildTable,
  buildText,
  type Block,
} from '../../../../shared/document/document.ts'
import type {
  ExperimentEstimate,
  ExperimentPlan,
  PlanNote,
} from '../../../../shared/experiments/experiment-types.ts'
import { measurePlan } from '../../../../shared/experiments/measure-plan.ts'
import { pickPrimaryMetric } from '../../../../shared/experiments/pick-primary-metric.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatRoughDuration, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'

/** `experiment check` of a valid file. */
export function buildExperimentPlan(plan: ExperimentPlan, needs: TasksNeeded): readonly Block[] {
  const { file, variants, checkpoints, metrics, baselineId } = plan
  const { tasks, cells } = measurePlan(plan)
  const left = plan.notes.filter(({ isLeftOut }) => isLeftOut === true).length
  return [
    buildFacts([
      ['valid', file.name],
      ['question', file.question ?? ''],
      ['cells', formatCount(cells)],
      ['checkpoints', `${formatCount(checkpoints.length)} in ${formatCountWithNoun(tasks, 'task')}`],
      left > 0 && [
        'left out',
        `${formatCount(left)} of ${formatCountWithNoun(tasks + left, 'task')}, see the notes`,
      ],
      ['tasks', describeTasksNeeded(needs, tasks)],
      ['baseline', baselineId],
      ['metrics', formatCountWithNoun(metrics.length, 'metric')],
      ['primary', pickPrimaryMetric(file.primary, metrics, () => true)?.metric ?? ''],
      file.budgetUsd !== undefined && ['budget', formatUsd(file.budgetUsd)],
    ]),
    buildTable(
      ['variant', 'provider', 'preset', 'model', ...alignRight('repeats')],
      variants.map(({ id, providerId, presetId, model, repeats }) => [
        id,
        providerId,
        presetId ?? '',
        formatOneLine(model?.label ?? '', 40),
        formatCount(repeats),
      ]),
    ),
    buildText(listPlanNotes(plan.notes)),
  ]
}

/** What was left out of a plan, and reservations about the rest, each once. */
export function listPlanNotes(notes: readonly PlanNote[]): readonly string[] {
  const lines = notes.map(
    ({ where, message }) => `note: ${formatOneLine(where, 200).replace(/[.:]$/, '')}: ${message}`,
  )
  return [...new Set(lines)]
}

/** `experiment run --estimate`. */
export function buildExperimentEstimate(estimate: ExperimentEstimate): readonly Block[] {
  const { cells, reusable, modelCalls, modelTokens, costUsd, durationMs, judgeCalls, judgeCostUsd } = estimate
  return [
    buildFacts([
      ['cells', `${formatCount(cells)}${reusable === 0 ? '' : `, ${formatCount(reusable)} of them cached`}`],
      ['model calls', formatCount(modelCalls)],
      ['tokens to models', formatCount(modelTokens)],
      ['cost', `about ${costUsd === null ? 'unknown' : formatUsd(costUsd)}`],
      judgeCalls > 0 && [
        'of that, to judge',
        `${judgeCostUsd === null ? 'unknown' : formatUsd(judgeCostUsd)} in ${formatCountWithNoun(judgeCalls, 'call')}`,
      ],
      ['time', `about ${formatRoughDuration(durationMs)}`],
    ]),
  ]
}
