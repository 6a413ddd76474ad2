import type { VariantComparison } from '../../../../shared/domain/experiment-results.ts'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import { coverageText } from '../../../../shared/words/metric-words.ts'
import { formatMetricDifference } from '../../../../shared/lib/format-metric.ts'
import { moreDataWords } from '../../../../shared/words/verdict-words.ts'
import { countOf } from '../../../lib/format.ts'

/** What more and less of a metric means, said of a variant. Metrics that are not here are said by their label. */
const phrases: Readonly<Record<string, { readonly more: string; readonly less: string }>> = {
  reduction: { more: 'takes away more of the context', less: 'takes away less of the context' },
  tokens: { more: 'leaves more tokens', less: 'leaves fewer tokens' },
  validity: { more: 'gives valid histories more often', less: 'gives valid histories less often' },
  'artifact-recall': {
    more: 'states more of what was done to files and run',
    less: 'states less of what was done to files and run',
  },
  'continuation-recall': {
    more: 'keeps more of what the continuation uses',
    less: 'keeps less of what the continuation uses',
  },
  cost: { more: 'costs more', less: 'costs less' },
  duration: { more: 'takes longer', less: 'is faster' },
}

type Names = (variantId: string) => string

/** A comparison in one sentence, with its figures. */
export function describeVerdict(comparison: VariantComparison, metric: MetricInfo, nameOf: Names): string {
  const [a, b] = [nameOf(comparison.a), nameOf(comparison.b)]
  const figures = describeFigures(comparison, metric)
  switch (comparison.verdict.word) {
    case 'better':
    case 'worse':
      return `${b} ${phraseOf(metric, (comparison.difference ?? 0) > 0)} than ${a}: ${figures}`
    case 'no-difference':
      return `${b} and ${a} do not differ worth naming in ${lower(metric.label)}: ${figures}`
    case 'not-enough-data':
      return `Not enough data to separate ${b} from ${a} in ${lower(metric.label)}: ${[figures, moreDataWords(comparison.verdict)].filter(Boolean).join('; ')}`
  }
}

function describeFigures(comparison: VariantComparison, { unit }: MetricInfo): string {
  const { difference, low, high, tasks, pairs, outOf } = comparison
  if (difference === null) return 'no checkpoint that both have a value of'
  const interval =
    low === null || high === null
      ? []
      : [`95 % interval ${formatMetricDifference(low, unit)} to ${formatMetricDifference(high, unit)}`]
  const coverage = coverageText({ n: pairs.length, outOf })
  const rests = coverage === '' ? [] : [`${coverage} checkpoints`]
  return [formatMetricDifference(difference, unit), ...interval, countOf(tasks, 'task'), ...rests].join(', ')
}

function phraseOf({ id, label }: MetricInfo, isMore: boolean): string {
  const phrase = phrases[id]
  if (phrase !== undefined) return isMore ? phrase.more : phrase.less
  const survivors = / that survive$/.exec(label)
  if (survivors !== null)
    return `keeps ${isMore ? 'more' : 'fewer'} ${lower(label.slice(0, survivors.index))}`
  return `has a ${isMore ? 'higher' : 'lower'} ${lower(label)}`
}

/** Words of a label in the middle of a sentence. Names such as `F1` and `URLs` stay. */
function lower(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.slice(0, 1).toLowerCase() + label.slice(1) : label
}
