import { describeTasksNeeded } from '../../../../shared/condensations/needed-words.ts'
import type { TasksNeeded } from '../../../../shared/condense/comparison-types.ts'
import type {
  ExperimentEstimate,
  ExperimentPlan,
  PlanNote,
} from '../../../../shared/experiments/experiment-types.ts'
import { measurePlan } from '../../../../shared/experiments/measure-plan.ts'
import { pickPrimaryMetric } from '../../../../shared/experiments/pick-primary-metric.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatDuration, formatUsd, formatOneLine } from '../../../terminal/output/figures.ts'
import { formatPairs, formatTable } from '../../../terminal/output/table.ts'

/** `experiment check` of a valid file, for people. */
export function formatExperimentPlan(plan: ExperimentPlan, needs: TasksNeeded): string {
  const { file, variants, checkpoints, metrics, baselineId } = plan
  const { tasks, cells } = measurePlan(plan)
  const left = plan.notes.filter(({ isLeftOut }) => isLeftOut === true).length
  return [
    formatPairs([
      ['valid', formatOneLine(file.name, 200)],
      ['question', formatOneLine(file.question ?? '', 400)],
      ['cells', formatCount(cells)],
      ['checkpoints', `${formatCount(checkpoints.length)} in ${formatCountWithNoun(tasks, 'task')}`],
      [
        'left out',
        left === 0
          ? ''
          : `${formatCount(left)} of ${formatCountWithNoun(tasks + left, 'task')}, see the notes`,
      ],
      ['tasks', describeTasksNeeded(needs, tasks)],
      ['baseline', baselineId],
      ['metrics', formatCountWithNoun(metrics.length, 'metric')],
      ['primary', pickPrimaryMetric(file.primary, metrics, () => true)?.metric ?? ''],
      ['budget', file.budgetUsd === undefined ? '' : formatUsd(file.budgetUsd)],
    ]),
    formatTable(
      [
        { title: 'variant' },
        { title: 'provider' },
        { title: 'preset' },
        { title: 'model' },
        { title: 'repeats', align: 'right' },
      ],
      variants.map(({ id, providerId, presetId, model, repeats }) => [
        id,
        providerId,
        presetId ?? '',
        formatOneLine(model?.label ?? '', 40),
        formatCount(repeats),
      ]),
    ),
    planNotesText(plan.notes),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

/** What was left out of a plan, and reservations about the rest: one a line, each once. */
export function planNotesText(notes: readonly PlanNote[]): string {
  const lines = notes.map(({ where, message }) => {
    const place = formatOneLine(where, 200).replace(/[.:]$/, '')
    return `note: ${place}: ${formatOneLine(message, 300)}\n`
  })
  return [...new Set(lines)].join('')
}

/** `experiment run --estimate` for people. */
export function formatExperimentEstimate(estimate: ExperimentEstimate): string {
  const { cells, reusable, modelCalls, modelTokens, costUsd, durationMs, judgeCalls, judgeCostUsd } = estimate
  return formatPairs([
    ['cells', `${formatCount(cells)}${reusable === 0 ? '' : `, ${formatCount(reusable)} of them cached`}`],
    ['model calls', formatCount(modelCalls)],
    ['tokens to models', formatCount(modelTokens)],
    ['cost', `about ${formatUsd(costUsd)}`],
    [
      'of that, to judge',
      judgeCalls === 0 ? '' : `${formatUsd(judgeCostUsd)} in ${formatCountWithNoun(judgeCalls, 'call')}`,
    ],
    ['time', `about ${formatDuration(durationMs)}`],
  ])
}
