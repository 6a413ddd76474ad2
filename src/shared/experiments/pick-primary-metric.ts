import type { MetricGroup, MetricInfo } from '../activity/quality-types.ts'
import type { VariantResult } from './experiment-results-types.ts'

/** Ids of the metrics that can decide where an experiment names none, the first that is measured before the others. */
export const headlineMetrics: readonly string[] = [
  'knows-done',
  'rules-kept',
  're-read-tokens',
  'continuation-recall',
  'artifact-recall',
  'reduction',
]

/** Groups whose figures a list of names can buy. */
const boughtByNames: readonly MetricGroup[] = ['artifacts', 'facts', 'continuation']

/** Whether a list of names can buy a figure: it must not decide without that trick beside it. */
export function isBoughtByNames({ group }: Pick<MetricInfo, 'group'>): boolean {
  return boughtByNames.includes(group)
}

/** Ids of the metrics that say how good a condensation is beside its size, the first that has values before the others. */
const rankingMetrics: readonly string[] = ['knows-done', 'links', 'continuation-recall']

/** The metric that condensations are ranked by beside their size; undefined where none has values. */
export function pickRankingMetric(
  metrics: readonly MetricInfo[],
  variants: readonly Pick<VariantResult, 'metrics'>[],
): MetricInfo | undefined {
  return rankingMetrics
    .flatMap((id) => metrics.find((metric) => metric.id === id) ?? [])
    .find(({ id }) => variants.some((variant) => id in variant.metrics))
}

/** What a trick of its size scores where a variant is ranked: chance, or the last messages; null where not measured. */
export function findTrickLevel(
  { chance, controls }: Pick<VariantResult, 'chance' | 'controls'>,
  metricId: string,
): number | null {
  if (metricId === 'continuation-recall') return chance
  return controls?.[metricId]?.find(({ id }) => id === 'last-messages')?.mean ?? null
}

/**
 * What decides an experiment: the metric of its file, else the first headline metric with values, else the first. Null where
 * that of the file is at fault, or those that say what is kept are: what is left would rank by size.
 */
export function pickPrimaryMetric(
  declared: string | undefined,
  metrics: readonly Pick<MetricInfo, 'id'>[],
  hasValues: (metricId: string) => boolean,
  isAtFault: (metricId: string) => boolean = () => false,
): { readonly metric: string; readonly isDeclared: boolean } | null {
  const ids = metrics.map(({ id }) => id)
  if (declared !== undefined && ids.includes(declared))
    return isAtFault(declared) ? null : { metric: declared, isDeclared: true }
  const headlines = headlineMetrics.filter((id) => ids.includes(id))
  const valued = headlines.filter(hasValues)
  const sound = valued.filter((id) => !isAtFault(id))
  if (sound.length < valued.length && sound.every((id) => id === 'reduction')) return null
  const metric = sound[0] ?? headlines[0] ?? ids[0]
  return metric === undefined ? null : { metric, isDeclared: false }
}

/** Ids of the metrics beside the primary one that say most in few figures, by what each tells. */
const beside: readonly (readonly string[])[] = [
  ['continuation-recall', 'knows-done', 'rules-kept', 'artifact-recall', 'links'],
  ['reduction', 'tokens'],
  ['change-of-bill', 'cost'],
  ['duration'],
  ['validity'],
]

/** The four metrics that a variant is summed up by: what decides, what it keeps, how much it saves, what it costs. */
export function pickHeadlineMetrics(
  metrics: readonly MetricInfo[],
  variants: readonly Pick<VariantResult, 'metrics'>[],
  primary: string | undefined,
): readonly MetricInfo[] {
  const measured = metrics.filter(({ id }) => variants.some((variant) => id in variant.metrics))
  const has = (id: string): boolean => measured.some((metric) => metric.id === id)
  const chosen = beside.flatMap((ids) => ids.find((id) => id !== primary && has(id)) ?? [])
  const ids = new Set([
    ...(primary === undefined ? [] : [primary]),
    ...chosen,
    ...measured.map(({ id }) => id),
  ])
  return [...ids].flatMap((id) => measured.find((metric) => metric.id === id) ?? []).slice(0, 4)
}
