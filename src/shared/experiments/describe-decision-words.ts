import type { MetricInfo } from '../activity/quality-types.ts'
import { findLargest, findSmallest } from '../kernel/find-extreme.ts'
import { formatCountWithNoun } from '../kernel/format-count-with-noun.ts'
import { formatDifferenceRange, formatMetricDifference } from '../kernel/format-metric.ts'
import { controlWords, findUnbeatenControls } from '../kernel/words/state-words.ts'
import {
  describeClusters,
  describeDetectable,
  buildDifferingPhrase,
  findMetricNoun,
  buildSamePhrase,
} from './describe-verdict-words.ts'
import type { ExperimentResults, VariantComparison } from './experiment-results-types.ts'
import { statedByArm } from './missing-words.ts'

/** What decides an experiment, and what it says. The first line answers its question. */
export type Decision = {
  /** `Decided by Kept what was used next`; with `the default` where the file names no metric, and over which workspaces. */
  readonly title: string
  /** The best variant first. Those that nothing separates from the baseline yet share the last line. */
  readonly lines: readonly {
    readonly comparisons: readonly [VariantComparison, ...VariantComparison[]]
    readonly text: string
    /** The sentence that says who is ahead by how much, or that nobody is, and what else there is to know; both are the text. */
    readonly headline: string
    readonly more: string
    /** What would have been found with the tasks that there are; empty where that is not the question. */
    readonly limit: string
  }[]
}

type Names = (variantId: string) => string

type Told = { readonly metric: MetricInfo; readonly nameOf: Names; readonly results: ExperimentResults }

const order = { better: 0, 'no-difference': 1, worse: 2, 'not-enough-data': 3 } as const

/** The verdict of an experiment on its primary metric, or why it has none; null for a single variant. */
export function describeDecision(results: ExperimentResults, nameOf: Names): Decision | null {
  const { primary, metrics, comparisons } = results
  const metric = metrics.find(({ id }) => id === primary?.metric)
  const decisive = comparisons.filter(({ family }) => family === 'primary')
  if (primary === null && metrics.length > 0 && results.variants.length > 1)
    return {
      title:
        'No figure decides: on what would decide, a cheap trick does better than what the agents did, or no trick stands beside it',
      lines: [],
    }
  if (primary === null || metric === undefined || decisive.length === 0) return null
  const told = { metric, nameOf, results }
  const byWorkspace = decisive.find(({ clusterLevel }) => clusterLevel === 'workspace')
  const drawn = byWorkspace === undefined ? '' : `, over ${describeClusters(byWorkspace)}`
  const measureGain = ({ difference }: VariantComparison): number =>
    (difference ?? 0) * (metric.direction === 'higher' ? 1 : -1)
  const sorted = decisive.toSorted(
    (a, b) => order[a.verdict.word] - order[b.verdict.word] || measureGain(b) - measureGain(a),
  )
  const called = sorted.filter(({ verdict }) => verdict.word !== 'not-enough-data')
  const firstWorse = called.find(({ verdict }) => verdict.word === 'worse')
  const [open, ...otherOpen] = sorted.filter(({ verdict }) => verdict.word === 'not-enough-data')
  return {
    title: `Decided by ${metric.label}${primary.isDeclared ? '' : ', the default'}${drawn}`,
    lines: [
      ...called.map((comparison) => {
        const headline = describeCalledDifference(comparison, told)
        const more = [
          // Of the baseline it is said once.
          comparison.verdict.word === 'worse' && comparison !== firstWorse
            ? ''
            : describeUnbeatenTricks(comparison, told),
          describeMissing(comparison, told),
          describeSaved(comparison, told),
          describeMoney(comparison, told),
          describeStatedCost(comparison, told),
        ]
          .filter(Boolean)
          .join(' ')
        const text = more === '' ? headline : `${headline} ${more}`
        return { comparisons: [comparison] as const, text, headline, more, limit: '' }
      }),
      ...(open === undefined ? [] : [openLine([open, ...otherOpen], told)]),
    ],
  }
}

/** `v7 keeps more of the facts the agent went on to use than v6: +7 points (3 to 11), 28 tasks.` */
function describeCalledDifference(comparison: VariantComparison, { metric, nameOf }: Told): string {
  const [a, b] = [nameOf(comparison.a), nameOf(comparison.b)]
  const said =
    comparison.verdict.word === 'no-difference'
      ? `${buildSamePhrase(metric, b, a)}${describeMargin(comparison, metric)}`
      : `${b} ${buildDifferingPhrase(metric, (comparison.difference ?? 0) > 0)} than ${a}`
  return `${said}: ${formatDifferenceRange(comparison, metric.unit)}, ${formatCountWithNoun(comparison.tasks, 'task')}.`
}

/** Says how much counts as no difference where the file sets that: with a wide margin, all are alike. */
function describeMargin({ margin }: VariantComparison, { unit }: MetricInfo): string {
  if (margin === undefined) return ''
  const size = { difference: margin, low: null, high: null }
  return `, where the file takes up to ${formatDifferenceRange(size, unit).replace('+', '')} for none`
}

/** Which of two variants a verdict speaks for; `b` where it sees no difference, which does that one credit. */
export function pickCreditedVariant({
  a,
  b,
  verdict,
}: Pick<VariantComparison, 'a' | 'b' | 'verdict'>): string {
  return verdict.word === 'worse' ? a : b
}

/** Names the cheap tricks that the better of two was not shown to beat: without that, better may be a trick. */
function describeUnbeatenTricks(comparison: VariantComparison, { metric, nameOf, results }: Told): string {
  const credited = pickCreditedVariant(comparison)
  const unbeaten = findUnbeatenControls(
    results.variants.find(({ id }) => id === credited)?.controls?.[metric.id],
  )
  const subject = comparison.verdict.word === 'better' ? 'It' : nameOf(credited)
  if (unbeaten.length === 0) return ''
  return `${subject} was not shown to beat cheap tricks of its size: ${listText(unbeaten.map((id) => controlWords[id]))}.`
}

/** Says that a verdict leaves checkpoints out, which may be the hard ones. Without figures: older reports have none there. */
function describeMissing({ a, b, unpaired }: VariantComparison, { results, nameOf }: Told): string {
  if (unpaired === 0) return ''
  const failed = results.variants.filter(({ id, cells }) => (id === a || id === b) && cells.failed > 0)
  return failed.length === 0
    ? 'Not every cut has a value of both.'
    : `Cells of ${listText(failed.map(({ id }) => nameOf(id)))} failed, so this holds for the others alone.`
}

/** How much less or more it saves, where that was called: what keeps more and saves little is no better for it. */
function describeSaved({ a, b, metric: decided }: VariantComparison, { results }: Told): string {
  const comparison = results.comparisons.find(
    (one) => one.a === a && one.b === b && one.metric === 'reduction',
  )
  const metric = results.metrics.find(({ id }) => id === 'reduction')
  const word = comparison?.verdict.word
  if (decided === 'reduction' || metric === undefined || comparison?.difference == null) return ''
  if (word !== 'better' && word !== 'worse') return ''
  const size = { difference: Math.abs(comparison.difference), low: null, high: null }
  const points = formatDifferenceRange(size, metric.unit).replace('+', '')
  return `It saves ${points} ${comparison.difference < 0 ? 'less' : 'more'}.`
}

/** What the variant does to the bill beside the baseline; where nobody measured that, what condensing costs. */
function describeMoney(comparison: VariantComparison, told: Told): string {
  const { a, b, metric: decided } = comparison
  const { comparisons } = told.results
  const bill = comparisons.find((one) => one.a === a && one.b === b && one.metric === 'change-of-bill')
  if (bill === undefined || bill.difference === null) {
    const cost = describeCost(comparison, told)
    // What condensing costs is no bill: a reader must not take the one for the other.
    return cost === '' ? '' : `${cost} The bill ${bill === undefined ? 'was not measured' : 'is not known'}.`
  }
  if (decided === 'cost') return ''
  if (decided === bill.metric) return ''
  switch (bill.verdict.word) {
    case 'better':
    case 'worse': {
      const size = formatMetricDifference(Math.abs(bill.difference), 'usd').replace('+', '')
      return `Its bill is ${size} ${bill.difference < 0 ? 'lower' : 'higher'} a task.`
    }
    case 'no-difference':
      return 'No difference in the bill.'
    case 'not-enough-data':
      return 'Not enough data on the bill.'
  }
}

/** What the variant costs beside the baseline; empty where that decides, or is not measured. */
function describeCost({ a, b, metric: decided }: VariantComparison, { results }: Told): string {
  const comparison = results.comparisons.find((one) => one.a === a && one.b === b && one.metric === 'cost')
  const metric = results.metrics.find(({ id }) => id === 'cost')
  if (decided === 'cost' || comparison === undefined || metric === undefined) return ''
  const { difference, verdict } = comparison
  if (difference === null) return 'Its cost is not known.'
  switch (verdict.word) {
    case 'better':
    case 'worse': {
      const size = formatMetricDifference(Math.abs(difference), metric.unit).replace('+', '')
      return `It costs ${size} ${difference < 0 ? 'less' : 'more'} a condensation.`
    }
    case 'no-difference':
      return 'Condensing costs the same.'
    case 'not-enough-data':
      return 'Not enough data on what condensing costs.'
  }
}

/** Says whose cost an arm gives for itself, where a cost decides or is told. */
function describeStatedCost(comparison: VariantComparison, told: Told): string {
  const { a, b } = comparison
  const { metric, results, nameOf } = told
  const isTold = metric.group === 'cost' || describeMoney(comparison, told) !== ''
  const stating = results.variants.filter(
    ({ id, isCostStated }) => isCostStated === true && [a, b].includes(id),
  )
  if (!isTold || stating.length === 0) return ''
  return `The cost of ${listText(stating.map(({ id }) => nameOf(id)))} is ${statedByArm}.`
}

type Open = readonly [VariantComparison, ...VariantComparison[]]

/** What stands in the place of a verdict: how it looks so far, and how many tasks it would take. */
function openLine(comparisons: Open, told: Told): Decision['lines'][number] {
  const { metric, nameOf, results } = told
  const [first] = comparisons
  const names = listText(comparisons.map(({ b }) => nameOf(b)))
  const baseline = nameOf(first.a)
  const isOne = comparisons.length === 1 && first.difference !== null && first.difference !== 0
  const asked = isOne
    ? `whether ${names} ${buildDifferingPhrase(metric, (first.difference ?? 0) > 0)} than ${baseline}`
    : `to separate ${names} from ${baseline} in ${findMetricNoun(metric)}`
  const stated = metric.group === 'cost' && isOne ? describeStatedCost(first, told) : ''
  const limits = isOne ? describeDetectable(first, metric, results.rules.power) : ''
  const headline = `Not enough data ${isOne ? 'to tell ' : ''}${asked}: ${[describeSoFar(comparisons, told), describeMoreNeeded(comparisons, told)].filter(Boolean).join('. ')}.`
  return {
    comparisons,
    text: `${headline}${stated === '' ? '' : ` ${stated}`}`,
    headline,
    more: stated,
    limit: limits === '' ? '' : `${limits.slice(0, 1).toUpperCase()}${limits.slice(1)}.`,
  }
}

function describeSoFar(comparisons: Open, { metric, results }: Told): string {
  const measured = comparisons.filter(({ difference }) => difference !== null)
  const [first] = measured
  if (first === undefined) return 'no task has a value for both'
  const tasks = findLargest(measured.map((one) => one.tasks))
  const over = `over ${formatCountWithNoun(tasks, 'task')} so far`
  if (measured.length === 1) {
    // Over a few tasks an interval holds everything.
    const isFew = first.tasks < results.rules.fewestTasks
    const shown = isFew ? { ...first, low: null, high: null } : first
    return `${formatDifferenceRange(shown, metric.unit)} ${over}`
  }
  const values = measured.map(({ difference }) => difference ?? 0)
  const [least, most] = [findSmallest(values), findLargest(values)]
  const formatOneDifference = (difference: number): string =>
    formatDifferenceRange({ difference, low: null, high: null }, metric.unit)
  return least === most
    ? `${formatOneDifference(least)} ${over}`
    : `${formatOneDifference(least)} to ${formatOneDifference(most)} ${over}`
}

function describeMoreNeeded(comparisons: Open, { results }: Told): string {
  const fewest = results.rules.fewestTasks
  const needed = comparisons.flatMap(({ verdict }) =>
    verdict.word === 'not-enough-data' && verdict.more.tasks !== null ? [verdict.more.tasks] : [],
  )
  if (needed.length > 0)
    return `About ${formatCountWithNoun(findSmallest(needed), 'more task')} would settle it`
  return findLargest(comparisons.map(({ tasks }) => tasks)) < fewest
    ? `A verdict needs at least ${formatCountWithNoun(fewest, 'task')}`
    : 'More tasks like these are unlikely to settle it'
}

function listText(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}
