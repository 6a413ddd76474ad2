import type { MetricGroup, MetricInfo } from '../../../shared/domain/quality.ts'

/** Shares of what is kept, of which a history that nothing was taken from keeps all. */
const keptGroups: readonly MetricGroup[] = ['artifacts', 'facts', 'continuation']

/**
 * What metrics say of a history that was never condensed: it keeps everything, and is reduced by nothing. Null for those
 * that tell neither, such as its size.
 */
export function untouchedQuality(
  metrics: readonly Pick<MetricInfo, 'id' | 'group' | 'unit'>[],
): Readonly<Record<string, number | null>> {
  return Object.fromEntries(
    metrics.map(({ id, group, unit }) => {
      if (id === 'reduction') return [id, 0]
      return [id, unit === 'share' && keptGroups.includes(group) ? 1 : null]
    }),
  )
}
