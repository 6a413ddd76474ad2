import type { ExperimentEstimate, ExperimentPlan, PlanNote } from '../../../shared/domain/experiment.ts'
import { countOf, formatCount } from '../../../shared/lib/count-of.ts'
import { primaryOf } from '../../../shared/lib/primary-of.ts'
import { sizeOfPlan } from '../../../shared/lib/size-of-plan.ts'
import type { TasksNeeded } from '../../../shared/domain/comparison.ts'
import { neededText } from '../../../shared/words/needed-words.ts'
import { formatDuration, formatUsd, oneLine } from './figures.ts'
import { formatPairs, formatTable } from './table.ts'

/** `experiment check` of a valid file, for people. */
export function experimentPlanText(plan: ExperimentPlan, needs: TasksNeeded): string {
  const { file, variants, checkpoints, metrics, baselineId } = plan
  const { tasks, cells } = sizeOfPlan(plan)
  const left = plan.notes.filter(({ isLeftOut }) => isLeftOut === true).length
  return [
    formatPairs([
      ['valid', oneLine(file.name, 200)],
      ['question', oneLine(file.question ?? '', 400)],
      ['cells', formatCount(cells)],
      ['checkpoints', `${formatCount(checkpoints.length)} in ${countOf(tasks, 'task')}`],
      [
        'left out',
        left === 0 ? '' : `${formatCount(left)} of ${countOf(tasks + left, 'task')}, see the notes`,
      ],
      ['tasks', neededText(needs, tasks)],
      ['baseline', baselineId],
      ['metrics', countOf(metrics.length, 'metric')],
      ['primary', primaryOf(file.primary, metrics, () => true)?.metric ?? ''],
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
        oneLine(model?.label ?? '', 40),
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
    const place = oneLine(where, 200).replace(/[.:]$/, '')
    return `note: ${place}: ${oneLine(message, 300)}\n`
  })
  return [...new Set(lines)].join('')
}

/** `experiment run --estimate` for people. */
export function experimentEstimateText(estimate: ExperimentEstimate): string {
  const { cells, reusable, modelCalls, modelTokens, costUsd, durationMs, judgeCalls, judgeCostUsd } = estimate
  return formatPairs([
    ['cells', `${formatCount(cells)}${reusable === 0 ? '' : `, ${formatCount(reusable)} of them cached`}`],
    ['model calls', formatCount(modelCalls)],
    ['tokens to models', formatCount(modelTokens)],
    ['cost', `about ${formatUsd(costUsd)}`],
    [
      'of that, to judge',
      judgeCalls === 0 ? '' : `${formatUsd(judgeCostUsd)} in ${countOf(judgeCalls, 'call')}`,
    ],
    ['time', `about ${formatDuration(durationMs)}`],
  ])
}
