import type { ReplayedPolicy } from '../../../../shared/api/replay.ts'
import type { MetricInfo, MetricUnit } from '../../../../shared/domain/quality.ts'
import { formatInteger, formatUsd } from '../../../../shared/lib/format-figures.ts'
import { formatBare, headerOf } from '../../../lib/bare-figures.ts'

/** A figure of a policy that a chart can draw. */
export type PolicyMeasure = {
  readonly id: string
  readonly label: string
  readonly direction: 'higher' | 'lower'
  /** Whether its axis begins at nothing. */
  readonly fromZero: boolean
  /** Ends of its axis where all values are the same; null where it has none of its own. */
  readonly span: readonly [number, number] | null
  readonly of: (policy: ReplayedPolicy) => number | null
  readonly format: (value: number) => string
}

/** Figures of money and size, which every policy has. */
export const plainMeasures: readonly PolicyMeasure[] = [
  {
    id: 'cost',
    label: 'Cost, $',
    direction: 'lower',
    fromZero: true,
    span: null,
    of: ({ costUsd }) => costUsd,
    format: formatUsd,
  },
  {
    id: 'firings',
    label: 'Condensations',
    direction: 'lower',
    fromZero: true,
    span: null,
    of: ({ firings }) => firings.length,
    format: formatInteger,
  },
  {
    id: 'peak',
    label: 'Peak context, tok',
    direction: 'lower',
    fromZero: true,
    span: null,
    of: ({ peakContext }) => peakContext,
    format: formatInteger,
  },
]

const spans: Partial<Record<MetricUnit, readonly [number, number]>> = {
  share: [0, 1],
  percent: [0, 100],
  grade: [0, 5],
}

/** Metrics of quality as figures of a policy: means over its condensations, null where it has none. */
export function qualityMeasures(metrics: readonly MetricInfo[]): readonly PolicyMeasure[] {
  return metrics.map((metric) => ({
    id: metric.id,
    label: headerOf(metric),
    direction: metric.direction,
    fromZero: false,
    span: spans[metric.unit] ?? null,
    of: ({ quality }) => quality[metric.id] ?? null,
    format: (value) => formatBare(value, metric.unit),
  }))
}
