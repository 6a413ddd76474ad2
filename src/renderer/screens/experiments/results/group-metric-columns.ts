import type { MetricGroup, MetricInfo } from '../../../../shared/activity/quality-types.ts'

/** A group of metrics with those of it that are shown. */
export type MetricColumnGroup = {
  readonly group: MetricGroup
  readonly shown: readonly MetricInfo[]
  /** How many there are in all. A group of one has nothing to unfold. */
  readonly total: number
  readonly isOpen: boolean
}

/** The metrics by group, in their order. A folded group shows its first one, which stands for the others. */
export function groupMetricColumns(
  metrics: readonly MetricInfo[],
  open: readonly MetricGroup[],
): readonly MetricColumnGroup[] {
  return [...Map.groupBy(metrics, ({ group }) => group)].map(([group, all]) => {
    const isOpen = open.includes(group)
    return { group, shown: isOpen ? all : all.slice(0, 1), total: all.length, isOpen }
  })
}
