import { coverageText } from '../../../shared/words/metric-words.ts'
import { outcomeLabels } from '../../../shared/words/outcome-words.ts'
import { assertionLooks } from '../../../shared/words/verdict-words.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { formatInteger, formatUsd } from '../../../shared/lib/format-figures.ts'
import { formatP } from '../words/format-report-figures.ts'
import { missingFigures } from '../../../shared/lib/missing-figures.ts'
import { missingTexts } from '../../../shared/words/missing-words.ts'
import { formatMetric } from '../../../shared/lib/format-metric.ts'
import { nameOf } from './lookups.ts'
import type { Section } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

const mostFailures = 50

/** What the experiment was asked to hold; null where nothing was. */
export function assertionSection({ results }: ReportInput): Section | null {
  const { assertions } = results
  if (assertions.length === 0) return null
  const held = assertions.filter(({ ok }) => ok).length
  const caption = `${held} of ${countOf(assertions.length, 'assertion')} hold`
  return {
    title: 'Assertions',
    blocks: [
      {
        kind: 'table',
        caption,
        isFolded: false,
        columns: [
          { label: 'Metric' },
          { label: 'Variant' },
          { label: 'Asked for' },
          { label: 'Mean', isNumber: true },
          // Called `Outcome` in layout 1 and `State` in layout 2, by other rules: those are not compared.
          { label: 'Result' },
        ],
        rows: assertions.map(({ metric, variant, expected, value, state, message, ...rest }) => {
          const info = results.metrics.find(({ id }) => id === metric)
          return {
            head: { text: info?.label ?? metric },
            cells: [
              { text: variant },
              { text: expected },
              {
                text: info === undefined ? String(value ?? '–') : formatMetric(value, info.unit),
                detail: coverageText(rest),
              },
              { text: `${assertionLooks[state].sign} ${assertionLooks[state].word}`, detail: message },
            ],
          }
        }),
      },
    ],
  }
}

/** Cells that could not be done; null where all could. */
export function failureSection({ experiment }: ReportInput): Section | null {
  const failed = experiment.cells.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return null
  const rest = failed.length - mostFailures
  const note = `Failed cells have no values: they count nowhere, least of all as zeros.`
  return {
    title: 'Failures',
    blocks: [
      { kind: 'text', text: rest > 0 ? `${note} ${countOf(rest, 'more failed cell')} in the data.` : note },
      {
        kind: 'table',
        caption: countOf(failed.length, 'failed cell'),
        isFolded: false,
        columns: [{ label: 'Cell' }, { label: 'Code' }, { label: 'What happened' }],
        rows: failed.slice(0, mostFailures).map(({ id, error }) => ({
          head: { text: id },
          cells: [{ text: error?.code ?? '–' }, { text: error?.message ?? '–' }],
        })),
      },
    ],
  }
}

/** What the figures do not show, tasks that were left out, and reservations; null where there are none. */
export function noteSection({ experiment, results }: ReportInput): Section | null {
  const missing = missingTexts(missingFigures(experiment.plan, experiment.cells))
  const notes = [
    ...missing.map((message) => ({ where: 'Without a value', message })),
    ...results.notes.map((message) => ({ where: 'Figures', message })),
    ...experiment.plan.notes,
  ]
  if (notes.length === 0) return null
  return {
    title: 'Notes',
    blocks: [{ kind: 'facts', rows: notes.map(({ where, message }) => ({ label: where, value: message })) }],
  }
}

/** What was paid, and for what. */
export function costSection({ experiment, results }: ReportInput): Section {
  const calls = experiment.cells.reduce((sum, { stats }) => sum + (stats?.modelCalls ?? 0), 0)
  return {
    title: 'Cost',
    blocks: [
      {
        kind: 'facts',
        rows: [
          {
            label: 'Model calls of the experiment, by the book',
            value: formatUsd(experiment.summary.costUsd),
          },
          { label: 'Calls of providers', value: formatInteger(calls) },
          { label: 'Cells taken from earlier experiments', value: formatInteger(results.cells.reused) },
        ],
      },
      {
        kind: 'table',
        caption: 'By variant',
        isFolded: false,
        columns: [
          { label: 'Variant' },
          { label: 'Cost', detail: 'of calls that were made', isNumber: true },
          { label: 'Price of the work', detail: 'kept answers at what they took', isNumber: true },
          // Called `Mean time of a cell` until layout 2, which counted kept answers as well.
          { label: 'Mean time of the work', detail: 'cells without kept answers', isNumber: true },
        ],
        rows: results.variants.map((variant) => ({
          head: { text: nameOf(variant) },
          cells: [
            { text: formatUsd(variant.costUsd) },
            { text: variant.priceUsd === null ? 'unknown' : formatUsd(variant.priceUsd) },
            { text: formatMetric(variant.meanDurationMs, 'milliseconds') },
          ],
        })),
      },
    ],
  }
}

/** The file and the command. */
export function reproduceSection({ experiment, redaction }: ReportInput): Section {
  const note =
    redaction === null
      ? 'Save the file, make sure that its tasks and prompts are where it says, and run:'
      : 'Names and places in the file were replaced. Put your own in their place, and run:'
  return {
    title: 'How to reproduce',
    blocks: [
      { kind: 'text', text: note },
      { kind: 'code', label: 'Command', text: 'dewpoint experiment run experiment.yaml', isFolded: false },
      { kind: 'code', label: 'experiment.yaml', text: experiment.text, isFolded: false },
      {
        kind: 'text',
        text:
          'Cells without a model, and all statistics, come out the same. Answers of models may differ. ' +
          `The content hash ${experiment.summary.contentSha256.slice(0, 16)} tells whether the experiment is the same.`,
      },
    ],
  }
}

/** How headline figures go with the outcomes of the tasks; null where no outcome is known. */
export function outcomeSection({ results }: ReportInput): Section | null {
  const { outcomes, metrics, rules } = results
  if (outcomes.length === 0) return null
  const names = new Map(results.variants.map((variant) => [variant.id, nameOf(variant)]))
  const rows = outcomes.flatMap((split) => {
    const metric = metrics.find(({ id }) => id === split.metric)
    if (metric === undefined) return []
    const name = names.get(split.variant) ?? split.variant
    const { solved, unsolved, auc, chance, p } = split
    return [
      {
        head: { text: `${metric.label} of ${name}` },
        cells: [
          { text: formatMetric(solved.mean, metric.unit), detail: countOf(solved.tasks, 'task') },
          { text: formatMetric(unsolved.mean, metric.unit), detail: countOf(unsolved.tasks, 'task') },
          {
            text: auc === null ? '–' : auc.toFixed(2),
            detail: chance === null ? '' : `by chance ${chance.low.toFixed(2)} to ${chance.high.toFixed(2)}`,
          },
          { text: p === null ? '–' : formatP(p) },
          { text: outcomeLabels[split.verdict] },
        ],
      },
    ]
  })
  const columns = [
    { label: 'Figure at the cut' },
    { label: 'Solved', isNumber: true },
    { label: 'Unsolved', isNumber: true },
    { label: 'AUC', isNumber: true },
    { label: 'Permutation test', detail: 'corrected', isNumber: true },
    { label: 'Finding' },
  ]
  const text =
    'AUC is the chance that a solved task has the better value than an unsolved one. It is told apart from chance ' +
    `at ${Math.round(100 * (1 - rules.intervalLevel))} %, with 5 tasks of each outcome at least.`
  return {
    title: 'Outcomes',
    blocks: [
      { kind: 'table', caption: 'Means by outcome of the task', isFolded: false, columns, rows },
      { kind: 'text', text },
    ],
  }
}
