import { metricGroups, type MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { Assertion, ExperimentFile } from '../../../../shared/experiments/experiment-file-types.ts'
import { explainRetired } from './explain-retired.ts'
import { nameNearest } from './name-nearest.ts'
import { buildSecondSampleId } from './second-sample.ts'
import type { Path } from './walk-yaml.ts'

export type KnownMetric = Pick<MetricInfo, 'id' | 'group' | 'needsModel'>

export type Contradiction = { readonly path: Path; readonly message: string }

/** What the parts of an experiment say that cannot hold together, or with the metrics that there are. */
export function findContradictions(
  file: ExperimentFile,
  metrics: readonly KnownMetric[],
): readonly Contradiction[] {
  const ids = metrics.map((metric) => metric.id)
  const findUnknownName = (path: Path, kind: string, name: string, known: readonly string[]) =>
    known.includes(name)
      ? []
      : [{ path, message: `There is no ${kind} ${name}${formatNearestName(name, known)}` }]
  const variants = file.variants.map((variant) => variant.id)
  return [
    ...variants.flatMap((id, index) =>
      variants.indexOf(id) === index
        ? []
        : [{ path: ['variants', index, 'id'], message: `Another variant is called ${id} already.` }],
    ),
    ...(file.baseline === undefined ? [] : findUnknownName(['baseline'], 'variant', file.baseline, variants)),
    ...file.metrics.flatMap((name, index) =>
      findUnknownName(['metrics', index], 'metric or group of metrics', name, [...metricGroups, ...ids]),
    ),
    ...(file.primary === undefined ? [] : findPrimaryFaults(file, file.primary, metrics)),
    ...(file.primary === undefined ? [] : findUnknownName(['primary'], 'metric', file.primary, ids)),
    ...findSecondSampleFaults(file, variants),
    ...Object.keys(file.margins).flatMap((name) => findUnknownName(['margins', name], 'metric', name, ids)),
    ...file.assert.flatMap(({ metric, variant }, index) => [
      ...findUnknownName(['assert', index, 'metric'], 'metric', metric, ids),
      ...(variant === undefined
        ? []
        : findUnknownName(['assert', index, 'variant'], 'variant', variant, variants)),
    ]),
    ...file.assert.flatMap((assertion, index) =>
      findAssertionContradictions(file, metrics, { assertion, index }),
    ),
    ...findMissingJudge(file, metrics),
  ]
}

const formatNearestName = (name: string, known: readonly string[]): string =>
  explainRetired(name) ?? (nameNearest(name, known) || '.')

const isAskedFor = (file: ExperimentFile, { id, group }: KnownMetric): boolean =>
  file.metrics.includes(id) || file.metrics.includes(group)

function findPrimaryFaults(
  file: ExperimentFile,
  primary: string,
  metrics: readonly KnownMetric[],
): readonly Contradiction[] {
  const metric = metrics.find(({ id }) => id === primary)
  return metric === undefined || isAskedFor(file, metric)
    ? []
    : [{ path: ['primary'], message: `${primary} is not measured: add ${metric.group} to metrics.` }]
}

function findSecondSampleFaults(file: ExperimentFile, variants: readonly string[]): readonly Contradiction[] {
  const id = buildSecondSampleId(file.baseline ?? variants[0] ?? '')
  const index = file.aa === true ? variants.indexOf(id) : -1
  const message = `With aa, ${id} is the second sample of the baseline: give this variant another id.`
  return index === -1 ? [] : [{ path: ['variants', index, 'id'], message }]
}

function findAssertionContradictions(
  file: ExperimentFile,
  metrics: readonly KnownMetric[],
  { assertion, index }: { readonly assertion: Assertion; readonly index: number },
): readonly Contradiction[] {
  const { metric: id, variant, min, max, verdict } = assertion
  const metric = metrics.find((known) => known.id === id)
  const path = ['assert', index] as const
  const found: Contradiction[] = []
  if (metric !== undefined && !isAskedFor(file, metric))
    found.push({
      path: [...path, 'metric'],
      message: `${id} is not measured: add ${metric.group} to metrics.`,
    })
  if (min !== undefined && max !== undefined && min > max)
    found.push({ path: [...path, 'min'], message: 'min is above max.' })
  if (verdict !== undefined && variant !== undefined && variant === (file.baseline ?? file.variants[0]?.id))
    found.push({ path: [...path, 'verdict'], message: `${variant} is the baseline itself.` })
  if (verdict !== undefined && file.variants.length === 1)
    found.push({
      path: [...path, 'verdict'],
      message: 'There is no variant besides the baseline to compare.',
    })
  return found
}

function findMissingJudge(file: ExperimentFile, metrics: readonly KnownMetric[]): readonly Contradiction[] {
  if (file.judge !== undefined) return []
  const asking = metrics.find((metric) => metric.needsModel && isAskedFor(file, metric))
  if (asking === undefined) return []
  const index = file.metrics.findIndex((name) => name === asking.id || name === asking.group)
  const message = `${file.metrics[index]} asks a model: name one with judge, such as judge: { profile: local }.`
  return [{ path: ['metrics', index], message }]
}
