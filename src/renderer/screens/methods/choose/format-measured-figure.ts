import type { MetricsFigures, Spread } from '../../../../shared/activity/metrics-types.ts'
import type { GuideMatrixRow } from '../../../../shared/home/guide-types.ts'
import { assertNever } from '../../../../shared/kernel/assert-never.ts'
import {
  formatDuration,
  formatInteger,
  formatPercent,
  formatUsd,
} from '../../../../shared/kernel/format-figures.ts'

/** A kind of figure that stands beside a claim. */
export type MeasuredKind = NonNullable<GuideMatrixRow['measured']>

/** A measured figure as words, `1.2 s, n 14`: the median and what it is of. Null where nothing was measured. */
export function formatMeasuredFigure(figures: MetricsFigures | undefined, kind: MeasuredKind): string | null {
  const spread = figures === undefined ? null : selectSpread(figures, kind)
  if (spread === null) return null
  return `${formatMeasuredValue(spread.median, kind)}, n ${formatInteger(spread.n)}`
}

function selectSpread(figures: MetricsFigures, kind: MeasuredKind): Spread | null {
  switch (kind) {
    case 'duration':
      return figures.durationMs
    case 'reduction':
      return figures.reductionPercent
    case 'cost':
      return figures.costUsd
    default:
      return assertNever(kind)
  }
}

/** The figure alone. */
function formatMeasuredValue(value: number, kind: MeasuredKind): string {
  switch (kind) {
    case 'duration':
      return formatDuration(value)
    case 'reduction':
      return formatPercent(value)
    case 'cost':
      return formatUsd(value)
    default:
      return assertNever(kind)
  }
}
