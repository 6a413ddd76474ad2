import { formatCoverage } from '../activity/metric-words.ts'
import type { MetricInfo } from '../activity/quality-types.ts'
import { timeLevel } from '../condense/comparison-types.ts'
import { formatCountWithNoun } from '../kernel/format-count-with-noun.ts'
import { formatMetricDifference } from '../kernel/format-metric.ts'
import { describeMoreData } from '../kernel/words/verdict-words.ts'
import type { VariantComparison } from './experiment-results-types.ts'

/** A metric said of variants. What is left out is said by the label. */
type Phrases = {
  readonly more: string
  readonly less: string
  readonly same?: string
  /** What it is called after `in`, where the label is no noun. */
  readonly noun?: string
}

/** What more and less of a metric means, said of a variant. Metrics that are not here are said by their label. */
const phrases: Readonly<Record<string, Phrases>> = {
  'knows-done': {
    more: 'knows better what is done',
    less: 'knows less well what is done',
    noun: 'how well they know what is done',
  },
  'rules-kept': {
    more: 'keeps more of the user’s rules',
    less: 'keeps fewer of the user’s rules',
    noun: 'how many of the user’s rules they keep',
  },
  'values-kept': {
    more: 'keeps more of the user’s values',
    less: 'keeps fewer of the user’s values',
    noun: 'how many of the user’s values they keep',
  },
  'errors-kept': {
    more: 'keeps more of the last errors',
    less: 'keeps fewer of the last errors',
    noun: 'how many of the last errors they keep',
  },
  'files-kept': {
    more: 'keeps more of the changed files',
    less: 'keeps fewer of the changed files',
    noun: 'how many of the changed files they keep',
  },
  're-read-tokens': { more: 'makes the agent re-read more', less: 'makes the agent re-read less' },
  're-read-usd': { more: 'makes re-reading cost more', less: 'makes re-reading cost less' },
  links: {
    more: 'keeps more of what belongs together',
    less: 'keeps less of what belongs together',
    noun: 'what they keep of what belongs together',
  },
  'head-start': { more: 'gives more of a head start', less: 'gives less of a head start' },
  reduction: {
    more: 'removes more of the context',
    less: 'removes less of the context',
    same: 'remove as much of the context',
  },
  tokens: { more: 'leaves more tokens', less: 'leaves fewer tokens', noun: 'the tokens they leave' },
  validity: {
    more: 'gives valid histories more often',
    less: 'gives valid histories less often',
    noun: 'how often they give valid histories',
  },
  'artifact-recall': {
    more: 'names more of the files and commands that were used',
    less: 'names fewer of the files and commands that were used',
  },
  'continuation-recall': {
    more: 'keeps more of the facts the agent went on to use',
    less: 'keeps less of the facts the agent went on to use',
    same: 'keep as much of the facts the agent went on to use',
    noun: 'what they keep of the facts the agent went on to use',
  },
  'change-of-bill': {
    more: 'leaves a higher bill',
    less: 'leaves a lower bill',
    same: 'leave the same bill',
  },
  cost: { more: 'costs more', less: 'costs less', same: 'cost as much' },
  'next-cost': {
    more: 'makes what comes next cost more',
    less: 'makes what comes next cost less',
    noun: 'what the next steps cost',
  },
  'next-again-tokens': { more: 'makes the agent read more again', less: 'makes the agent read less again' },
  'next-outcome': {
    more: 'lets the agent pass the check more often',
    less: 'lets the agent pass the check less often',
    noun: 'how often the check passes',
  },
  duration: { more: 'takes longer', less: 'is faster', same: 'take as long' },
}

/** The phrases of a metric; of a summary alone, those of the whole context with that said behind them. */
function findPhrases(id: string): Phrases | undefined {
  const base = /^(.+)-summary$/.exec(id)?.[1]
  const whole = phrases[base ?? id]
  if (base === undefined || whole === undefined) return whole
  const alone = ', by its summary alone,'
  const noun = whole.noun === undefined ? {} : { noun: `${whole.noun}, by their summaries alone` }
  return { more: `${whole.more}${alone}`, less: `${whole.less}${alone}`, ...noun }
}

type Names = (variantId: string) => string

/** What intervals and tests draw as one: `12 tasks`, `7 workspaces with 20 tasks`. */
export function describeClusters({
  clusterLevel,
  clusters,
  tasks,
}: Pick<VariantComparison, 'clusterLevel' | 'clusters' | 'tasks'>): string {
  return clusterLevel === 'task'
    ? formatCountWithNoun(tasks, 'task')
    : `${formatCountWithNoun(clusters, 'workspace')} with ${formatCountWithNoun(tasks, 'task')}`
}

/** With what a comparison is corrected: `secondary, corrected over 12 comparisons`. */
export function describeFamily({
  family,
  familySize,
}: Pick<VariantComparison, 'family' | 'familySize'>): string {
  const over = `corrected over ${formatCountWithNoun(familySize, 'comparison')}`
  switch (family) {
    case 'primary':
      return familySize > 1 ? `primary, ${over}` : 'primary'
    case 'secondary':
      return `secondary, ${over}`
    case 'time':
      return `time, ${over}, called at ${Math.round(100 * timeLevel)} %`
    case 'again':
      return `second sample of the baseline, ${over}`
  }
}

/** What the tasks could have shown at all: `0.080 or more would have been called with 80 % power`; empty if nothing. */
export function describeDetectable(
  { detectable }: Pick<VariantComparison, 'detectable'>,
  { unit }: Pick<MetricInfo, 'unit'>,
  power: number,
): string {
  if (detectable === null) return ''
  const size = formatMetricDifference(detectable, unit).replace('+', '')
  return `a difference of ${size} would have been found with ${Math.round(100 * power)} % power`
}

/** A comparison in one sentence, with its figures. */
export function describeVerdict(comparison: VariantComparison, metric: MetricInfo, nameOf: Names): string {
  const [a, b] = [nameOf(comparison.a), nameOf(comparison.b)]
  const figures = describeFigures(comparison, metric)
  switch (comparison.verdict.word) {
    case 'better':
    case 'worse':
      return `${b} ${buildDifferingPhrase(metric, (comparison.difference ?? 0) > 0)} than ${a}: ${figures}`
    case 'no-difference':
      return `${b} and ${a} show no meaningful difference in ${findMetricNoun(metric)}: ${figures}`
    case 'not-enough-data':
      return `Not enough data to separate ${b} from ${a} in ${findMetricNoun(metric)}: ${[figures, describeMoreData(comparison.verdict)].filter(Boolean).join('. It takes ')}`
  }
}

function describeFigures(comparison: VariantComparison, { unit }: MetricInfo): string {
  const { difference, low, high, pairs, outOf } = comparison
  if (difference === null) return 'no cut has a value for both'
  const over = describeClusters(comparison)
  const interval =
    low === null || high === null
      ? over
      : `95 % interval ${formatMetricDifference(low, unit)} to ${formatMetricDifference(high, unit)} over ${over}`
  const coverage = formatCoverage({ n: pairs.length, outOf })
  const rests = coverage === '' ? [] : [`${coverage} cuts`]
  return [formatMetricDifference(difference, unit), interval, ...rests].join(', ')
}

/** What a variant with more or less of a metric does: `keeps more paths`. */
export function buildDifferingPhrase({ id, label }: MetricInfo, isMore: boolean): string {
  const phrase = findPhrases(id)
  if (phrase !== undefined) return isMore ? phrase.more : phrase.less
  const survivors = / that survive$/.exec(label)
  if (survivors !== null)
    return `keeps ${isMore ? 'more' : 'fewer'} ${lowerLabel(label.slice(0, survivors.index))}`
  return `has a ${isMore ? 'higher' : 'lower'} ${lowerLabel(label)}`
}

/** Says that two variants do not differ: `b and a keep as much of the facts the agent went on to use`. */
export function buildSamePhrase({ id, label }: MetricInfo, b: string, a: string): string {
  const { same } = findPhrases(id) ?? {}
  return `${b} and ${a} ${same ?? `show no meaningful difference in ${findMetricNoun({ id, label })}`}`
}

/** What a metric is called after `in`. */
export function findMetricNoun({ id, label }: Pick<MetricInfo, 'id' | 'label'>): string {
  return findPhrases(id)?.noun ?? lowerLabel(label)
}

/** Words of a label in the middle of a sentence. Names such as `F1` and `URLs` stay. */
export function lowerLabel(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.slice(0, 1).toLowerCase() + label.slice(1) : label
}
