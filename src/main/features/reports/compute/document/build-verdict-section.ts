import { formatCoverage } from '../../../../../shared/activity/metric-words.ts'
import type { MetricInfo } from '../../../../../shared/activity/quality-types.ts'
import type { Verdict } from '../../../../../shared/condense/comparison-types.ts'
import { describeSecondSample } from '../../../../../shared/condense/outcome-words.ts'
import { describeDecision } from '../../../../../shared/experiments/describe-decision-words.ts'
import { describeFamily } from '../../../../../shared/experiments/describe-verdict-words.ts'
import type { VariantComparison } from '../../../../../shared/experiments/experiment-results-types.ts'
import { findLargest, findSmallest } from '../../../../../shared/kernel/find-extreme.ts'
import { formatCountWithNoun } from '../../../../../shared/kernel/format-count-with-noun.ts'
import { formatMetricDifference } from '../../../../../shared/kernel/format-metric.ts'
import { verdictLooks } from '../../../../../shared/kernel/words/verdict-words.ts'
import { formatDifferenceInterval, formatP } from '../words/format-report-figures.ts'
import { selectCandidates, selectComparisons, formatVariantName } from './lookups.ts'
import type { Block, Section, VerdictCard } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

/** What the experiment says, in words. */
export function buildVerdictSection(input: ReportInput): Section {
  const { experiment } = input
  const candidates = selectCandidates(input)
  const blocks: Block[] =
    candidates.length === 0
      ? [{ kind: 'text', text: 'There is one variant only, so there is nothing to compare.' }]
      : [
          ...buildDecisionBlocks(input),
          { kind: 'verdicts', cards: candidates.map((candidate) => buildVerdictCard(input, candidate)) },
          { kind: 'text', text: describeRules(input) },
        ]
  const unfinished = experiment.summary.status === 'finished' ? [] : [buildUnfinishedNote(input)]
  return { title: 'Verdicts', blocks: [...unfinished, ...blocks] }
}

/** The sentence of each variant on the primary metric, and what a second sample of the baseline shows. */
function buildDecisionBlocks({ results }: ReportInput): readonly Block[] {
  const names = new Map(results.variants.map((variant) => [variant.id, formatVariantName(variant)]))
  const formatNameById = (id: string): string => names.get(id) ?? id
  const decision = describeDecision(results, formatNameById)
  const second = describeSecondSample(results, formatNameById)
  return [
    ...(decision === null
      ? []
      : [
          {
            kind: 'facts' as const,
            rows: decision.lines.map(({ text, limit }, index) => ({
              label: index === 0 ? decision.title : 'Also',
              value: [text, limit].filter((part) => part !== '').join(' '),
            })),
          },
        ]),
    ...(second === '' ? [] : [{ kind: 'text' as const, text: second }]),
  ]
}

/** By which rules differences are called. */
function describeRules({ results: { rules, comparisons, figuresVersion } }: ReportInput): string {
  const level = Math.round(100 * rules.intervalLevel)
  const fewest = formatCountWithNoun(rules.fewestTasks, 'task')
  if (figuresVersion === 1)
    return (
      `Differences are variant minus baseline, with ${level} % ` +
      `intervals of a bootstrap over tasks. A difference is called where its p value, corrected by Holm ` +
      `over the variants of a metric, is at most ${rules.significanceLevel}. Nothing is called under ${fewest}.`
    )
  const families = [...new Map(comparisons.map((one) => [one.family, describeFamily(one)])).values()]
  return (
    `Differences are variant minus baseline, with ${level} % intervals of a studentised bootstrap over workspaces ` +
    `where there are ${rules.fewestTasks} of them or more, else over tasks. A difference is called where its p value, ` +
    `corrected over its family (the smallest p of a variant under flipped signs, Holm over variants), is at most ` +
    `${rules.significanceLevel} (${families.join(' and ')}). ` +
    `Nothing is called under ${fewest}.`
  )
}

function buildUnfinishedNote({ experiment, results }: ReportInput): Block {
  const { status, reason } = experiment.summary
  const missing = results.cells.total - results.cells.done - results.cells.failed
  const why = reason === '' ? '' : ` ${reason}`
  return {
    kind: 'text',
    text: `The experiment is ${status}.${why} ${formatCountWithNoun(missing, 'cell')} of ${formatCountWithNoun(results.cells.total, 'cell')} missing: these are the figures so far.`,
  }
}

function buildVerdictCard(
  input: ReportInput,
  candidate: { readonly id: string; readonly label: string },
): VerdictCard {
  const { results } = input
  const all = selectComparisons(input, candidate.id)
  const baseline = results.variants.find(({ id }) => id === results.baselineId)
  const against = baseline === undefined ? results.baselineId : formatVariantName(baseline)
  // `Object.keys` forgets that these are the words of verdicts, in order.
  const words = Object.keys(verdictLooks) as (keyof typeof verdictLooks)[]
  const lines = words.flatMap((word) => {
    const own = all.filter(({ comparison }) => comparison.verdict.word === word)
    const items = own.map(({ metric, comparison }) => ({
      metric: metric.label,
      text: describeComparison(metric, comparison),
    }))
    const note = describeMoreTasks(own.map(({ comparison }) => comparison.verdict))
    return items.length === 0 ? [] : [{ word, items, note }]
  })
  return { title: `${formatVariantName(candidate)} against ${against}`, lines }
}

function describeComparison({ unit }: MetricInfo, comparison: VariantComparison): string {
  const { difference, low, high, p, verdict } = comparison
  if (difference === null) return '(nothing to compare)'
  const coverage = formatCoverage({ n: comparison.pairs.length, outOf: comparison.outOf })
  const figure = formatMetricDifference(difference, unit)
  const text = coverage === '' ? figure : `${figure} at ${coverage} checkpoints`
  // What was not called is listed briefly; its figures stand among all comparisons.
  if (verdict.word !== 'better' && verdict.word !== 'worse') return text
  const details = [formatDifferenceInterval(low, high, unit), p === null ? '' : formatP(p)]
  return `${text} (${details.filter((detail) => detail !== '').join(', ')})`
}

/** What it would take to tell on all of them: `about 1 to 12 more tasks`; empty where nothing tells. */
function describeMoreTasks(verdicts: readonly Verdict[]): string {
  const tasks = verdicts.flatMap((verdict) =>
    verdict.word === 'not-enough-data' ? (verdict.more.tasks ?? []) : [],
  )
  if (tasks.length === 0) return ''
  const [least, most] = [findSmallest(tasks), findLargest(tasks)]
  return `about ${least === most ? '' : `${least} to `}${formatCountWithNoun(most, 'more task')}`
}
