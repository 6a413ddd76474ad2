import type { Metric } from './metric.ts'

/** Time from the start of the run to its result, in milliseconds. */
export const duration: Metric = {
  id: 'duration',
  label: 'Duration',
  group: 'time',
  direction: 'lower',
  unit: 'milliseconds',
  measure: ({ stats }) => ({ value: stats.durationMs, evidence: { kind: 'measured', split: [] } }),
}
