import type { MetricInfo } from '../activity/quality-types.ts'
import type { ExperimentResults, OutcomeSplit } from '../experiments/experiment-results-types.ts'
import { formatCountWithNoun } from '../kernel/format-count-with-noun.ts'
import { formatMetric } from '../kernel/format-metric.ts'

/** What each finding about outcomes is called in tables. */
export const outcomeLabels: Readonly<Record<OutcomeSplit['verdict'], string>> = {
  separates: 'separates',
  opposite: 'separates the wrong way round',
  'not-shown': 'not shown to separate',
  'too-few-tasks': 'too few tasks',
}

/** Whether a figure at the cut goes with solving the task, in one sentence. */
export function describeOutcomeSplit(
  split: OutcomeSplit,
  metric: MetricInfo,
  nameOf: (variantId: string) => string,
): string {
  const { solved, unsolved, auc, chance, p, verdict } = split
  const { unit } = metric
  const subject = formatMetricSubject(metric, nameOf(split.variant))
  const counts = `${formatCountWithNoun(solved.tasks, 'solved task')} and ${formatCountWithNoun(unsolved.tasks, 'unsolved one')}`
  if (auc === null || chance === null || p === null)
    return `${subject}: too few tasks to tell, ${counts}. It takes 5 of each.`
  const means = `${formatMetric(solved.mean, unit)} in ${formatCountWithNoun(solved.tasks, 'solved task')}, ${formatMetric(unsolved.mean, unit)} in ${formatCountWithNoun(unsolved.tasks, 'unsolved one')}`
  const area = `AUC ${auc.toFixed(2)}, by chance ${chance.low.toFixed(2)} to ${chance.high.toFixed(2)}, p ${p < 0.001 ? '< 0.001' : p.toFixed(3)}`
  return `${subject} ${phrases[verdict]}: ${means} (${area}).`
}

const phrases: Readonly<Record<OutcomeSplit['verdict'], string>> = {
  separates: 'separates solved from unsolved tasks',
  opposite: 'is better in unsolved tasks',
  'not-shown': 'is not shown to separate solved from unsolved tasks',
  'too-few-tasks': 'has too few tasks',
}

/** What the second sample of the baseline is for; empty without one. */
export function describeSecondSample(
  { again }: Pick<ExperimentResults, 'again'>,
  nameOf: (variantId: string) => string,
): string {
  if (again === null) return ''
  const [second, first] = [nameOf(again.variant), nameOf(again.of)]
  return again.isRepeatable
    ? `${second} is ${first} run again. It gives the same result each time, so only times can differ.`
    : `${second} is ${first} run again with fresh answers. How far the two differ is the noise floor: smaller differences are chance.`
}

/** A metric of a variant as the subject of a sentence. */
function formatMetricSubject({ id, label }: MetricInfo, name: string): string {
  return id === 'continuation-recall'
    ? `What ${name} keeps of the facts the agent went on to use`
    : `${label} of ${name}`
}
