import type { VariantComparison } from '../../../shared/domain/experiment.ts'
import type { MetricInfo } from '../../../shared/domain/quality.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { coverageText } from '../../../shared/lib/coverage.ts'
import { formatMetricDifference } from '../../../shared/lib/format-metric.ts'
import { verdictLooks } from '../../../shared/lib/verdict-looks.ts'
import { formatDifferenceInterval } from '../words/format-interval.ts'
import { formatP } from '../words/format-p.ts'
import { moreTasksWords } from '../words/more-tasks-words.ts'
import { candidatesOf, comparisonsOf, nameOf } from './lookups.ts'
import type { Block, Section, VerdictCard } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

/** What the experiment says, in words. */
export function verdictSection(input: ReportInput): Section {
  const { results, experiment } = input
  const candidates = candidatesOf(input)
  const { rules } = results
  const blocks: Block[] =
    candidates.length === 0
      ? [{ kind: 'text', text: 'There is one variant only, so there is nothing to compare.' }]
      : [
          { kind: 'verdicts', cards: candidates.map((candidate) => cardOf(input, candidate)) },
          {
            kind: 'text',
            text:
              `Differences are variant minus baseline, with ${Math.round(100 * rules.intervalLevel)} % ` +
              `intervals of a bootstrap over tasks. A difference is called where its p value, corrected by Holm ` +
              `over the variants of a metric, is at most ${rules.significanceLevel}; nothing is called under ` +
              `${countOf(rules.fewestTasks, 'task')}.`,
          },
        ]
  const unfinished = experiment.summary.status === 'finished' ? [] : [unfinishedNote(input)]
  return { title: 'Verdicts', blocks: [...unfinished, ...blocks] }
}

function unfinishedNote({ experiment, results }: ReportInput): Block {
  const { status, reason } = experiment.summary
  const missing = results.cells.total - results.cells.done - results.cells.failed
  const why = reason === '' ? '' : ` ${reason}`
  return {
    kind: 'text',
    text: `The experiment is ${status}.${why} ${countOf(missing, 'cell')} of ${countOf(results.cells.total, 'cell')} missing: these are the figures so far.`,
  }
}

function cardOf(input: ReportInput, candidate: { readonly id: string; readonly label: string }): VerdictCard {
  const { results } = input
  const all = comparisonsOf(input, candidate.id)
  const baseline = results.variants.find(({ id }) => id === results.baselineId)
  const against = baseline === undefined ? results.baselineId : nameOf(baseline)
  // `Object.keys` forgets that these are the words of verdicts, in order.
  const words = Object.keys(verdictLooks) as (keyof typeof verdictLooks)[]
  const lines = words.flatMap((word) => {
    const own = all.filter(({ comparison }) => comparison.verdict.word === word)
    const items = own.map(({ metric, comparison }) => ({
      metric: metric.label,
      text: wordsOf(metric, comparison),
    }))
    const note = moreTasksWords(own.map(({ comparison }) => comparison.verdict))
    return items.length === 0 ? [] : [{ word, items, note }]
  })
  return { title: `${nameOf(candidate)} against ${against}`, lines }
}

function wordsOf({ unit }: MetricInfo, comparison: VariantComparison): string {
  const { difference, low, high, p, verdict } = comparison
  if (difference === null) return '(nothing to compare)'
  const coverage = coverageText({ n: comparison.pairs.length, outOf: comparison.outOf })
  const figure = formatMetricDifference(difference, unit)
  const text = coverage === '' ? figure : `${figure} at ${coverage} checkpoints`
  // What was not called is listed briefly; its figures stand among all comparisons.
  if (verdict.word !== 'better' && verdict.word !== 'worse') return text
  const details = [formatDifferenceInterval(low, high, unit), p === null ? '' : formatP(p)]
  return `${text} (${details.filter((detail) => detail !== '').join('; ')})`
}
