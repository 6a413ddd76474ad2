import {
  comparedProviderIds,
  type ComparedProviderId,
  type GuidePoint,
} from '../../../../shared/home/guide-types.ts'
import type { Measured } from './use-measured.ts'

/** A mark in a chart: its place, and whether it is claimed or measured. */
export type ChartPoint = {
  readonly id: string
  readonly label: string
  readonly providerId: ComparedProviderId
  /** Percent. */
  readonly x: { readonly low: number; readonly middle: number; readonly high: number }
  readonly y: number
  readonly isMeasured: boolean
}

/** The chart of quality. */
export function buildQualityPoints(points: readonly GuidePoint[]): readonly ChartPoint[] {
  return points.flatMap((point) => buildClaimedPoints(point, point.qualityPercent))
}

/** The chart of cost. */
export function buildCostPoints(points: readonly GuidePoint[]): readonly ChartPoint[] {
  return points.flatMap((point) => buildClaimedPoints(point, point.costUsd))
}

function buildClaimedPoints({ id, label, providerId, reductionPercent }: GuidePoint, y: number | null) {
  const { low, high } = reductionPercent
  const point = { id, label, providerId, x: { low, middle: (low + high) / 2, high }, isMeasured: false }
  return y === null ? [] : [{ ...point, y }]
}

/** Medians of one’s own runs with the middle half of what they saved. None where nothing was measured. */
export function buildMeasuredPoints(measured: Measured): readonly ChartPoint[] {
  return comparedProviderIds.flatMap((providerId): ChartPoint[] => {
    const { reductionPercent, costUsd } = measured?.of(providerId) ?? {}
    if (!reductionPercent || !costUsd) return []
    const { q1, median, q3, n } = reductionPercent
    const label = `Your ${findProviderName(providerId)} (n ${n})`
    const x = { low: q1, middle: median, high: q3 }
    return [{ id: `measured-${providerId}`, label, providerId, x, y: costUsd.median, isMeasured: true }]
  })
}

/** What the compared providers are called. */
export function findProviderName(providerId: ComparedProviderId): string {
  return providerId.slice(0, 1).toUpperCase() + providerId.slice(1)
}
