import { outcomeLabels } from '../../../../../shared/condense/outcome-words.ts'
import { alignRight, buildTable, buildText } from '../../../../../shared/document/document.ts'
import { formatVariantName } from '../../../../../shared/experiments/select-comparisons.ts'
import { formatCountWithNoun } from '../../../../../shared/kernel/format-count-with-noun.ts'
import { formatMetric } from '../../../../../shared/kernel/format-metric.ts'
import { formatP } from '../../../../../shared/kernel/format-metric.ts'
import type { Section } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

/** How headline figures go with the outcomes of the tasks; null where no outcome is known. */
export function buildOutcomeSection({ results }: ReportInput): Section | null {
  const { outcomes, metrics, rules } = results
  if (outcomes.length === 0) return null
  const names = new Map(results.variants.map((variant) => [variant.id, formatVariantName(variant)]))
  const rows = outcomes.flatMap((split) => {
    const metric = metrics.find(({ id }) => id === split.metric)
    if (metric === undefined) return []
    const name = names.get(split.variant) ?? split.variant
    const { solved, unsolved, auc, chance, p } = split
    return [
      [
        `${metric.label} of ${name}`,
        { text: formatMetric(solved.mean, metric.unit), detail: formatCountWithNoun(solved.tasks, 'task') },
        {
          text: formatMetric(unsolved.mean, metric.unit),
          detail: formatCountWithNoun(unsolved.tasks, 'task'),
        },
        {
          text: auc === null ? '–' : auc.toFixed(2),
          detail: chance === null ? '' : `by chance ${chance.low.toFixed(2)} to ${chance.high.toFixed(2)}`,
        },
        p === null ? '–' : formatP(p),
        outcomeLabels[split.verdict],
      ],
    ]
  })
  const columns = [
    'Figure at the cut',
    ...alignRight('Solved', 'Unsolved', 'AUC'),
    { label: 'Permutation test', detail: 'corrected', isNumber: true },
    'Finding',
  ]
  const text =
    'AUC is the chance that a solved task has the better value than an unsolved one. It is told apart from chance ' +
    `at ${Math.round(100 * (1 - rules.intervalLevel))} %, with 5 tasks of each outcome at least.`
  return {
    title: 'Outcomes',
    blocks: [buildTable(columns, rows, { caption: 'Means by outcome of the task' }), buildText(text)],
  }
}
