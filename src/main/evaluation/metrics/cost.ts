import type { Metric } from './metric.ts'

/** What the models of the run were paid, in US dollars. */
export const cost: Metric = {
  id: 'cost',
  label: 'Cost',
  group: 'cost',
  direction: 'lower',
  unit: 'usd',
  measure: ({ stats }) => ({ value: stats.costUsd, evidence: { kind: 'measured', split: [] } }),
}
