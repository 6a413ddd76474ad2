import { formatCoverage } from '../activity/metric-words.ts'
import type { MetricInfo } from '../activity/quality-types.ts'
import type { Verdict } from '../condense/comparison-types.ts'
import type { Block, ComparisonCard } from '../document/document.ts'
import { findLargest, findSmallest } from '../kernel/find-extreme.ts'
import { formatCountWithNoun } from '../kernel/format-count-with-noun.ts'
import { formatDifferenceInterval, formatMetricDifference, formatP } from '../kernel/format-metric.ts'
import { verdictLooks } from '../kernel/words/verdict-words.ts'
import { describeFamily } from './describe-verdict-words.ts'
import type { ExperimentResults, VariantComparison, VariantResult } from './experiment-results-types.ts'
import {
  findVariantName,
  formatVariantName,
  nameVariants,
  selectCandidates,
  selectComparisons,
} from './select-comparisons.ts'

/** Each variant against the baseline, by verdict, and by which rules that is called, for `experiment show` and reports. */
export function buildComparisons(given: ExperimentResults): readonly Block[] {
  const results = nameVariants(given)
  const candidates = selectCandidates(results)
  if (candidates.length === 0)
    return [{ kind: 'text', lines: ['There is one variant only, so there is nothing to compare.'] }]
  return [
    { kind: 'comparison', cards: candidates.map((candidate) => buildCard(results, candidate)) },
    { kind: 'text', lines: [describeRules(results)] },
  ]
}

/** By which rules differences are called. */
function describeRules({ rules, comparisons }: ExperimentResults): string {
  const level = Math.round(100 * rules.intervalLevel)
  const fewest = formatCountWithNoun(rules.fewestTasks, 'task')
  const families = [...new Map(comparisons.map((one) => [one.family, describeFamily(one)])).values()]
  return (
    `Differences are variant minus baseline: the mean, and of dollars the middle one, with ${level} % intervals over ` +
    `workspaces where there are ${rules.fewestTasks} of them or more, else over tasks. Where fewer than ` +
    `${rules.fewestTasks} of them differ there is no interval. A difference is called where its p value, ` +
    `corrected over its family (the smallest p of a variant under flipped signs, Holm over variants), is at most ` +
    `${rules.significanceLevel} (${families.join(' and ')}). ` +
    `Nothing is called under ${fewest}.`
  )
}

function buildCard(results: ExperimentResults, candidate: VariantResult): ComparisonCard {
  const all = selectComparisons(results, candidate.id)
  const against = findVariantName(results, results.baselineId)
  // `Object.keys` forgets that these are the words of verdicts, in order.
  const words = Object.keys(verdictLooks) as (keyof typeof verdictLooks)[]
  const lines = words.flatMap((word) => {
    const own = all.filter(({ comparison }) => comparison.verdict.word === word)
    const items = own.map(({ metric, comparison }) => ({
      metric: metric.label,
      figure: { variantId: candidate.id, metric: metric.id },
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
  const text = coverage === '' ? figure : `${figure} at ${coverage} cuts`
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
