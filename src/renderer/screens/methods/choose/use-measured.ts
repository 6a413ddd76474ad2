import { useQuery } from '@tanstack/react-query'
import type { MetricsFigures } from '../../../../shared/activity/metrics-types.ts'
import { useEngine } from '../../../data/engine-context.ts'

/** What one’s own runs measured, by provider. Undefined where there is none of it, null while it is not known. */
export type Measured = {
  readonly of: (providerId: string) => MetricsFigures | undefined
} | null

/** Figures of all stored runs by provider. */
export function useMeasured(): Measured {
  const { queries } = useEngine()
  const report = useQuery(queries.metrics.report.queryOptions({ input: { by: 'provider' } })).data
  if (report === undefined) return null
  return { of: (providerId) => report.groups.find((group) => group.providerId === providerId)?.figures }
}
