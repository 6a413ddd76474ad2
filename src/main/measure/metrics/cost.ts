import { priceOfWork } from '../../../shared/condense/measured-work.ts'
import type { Metric } from './metric.ts'

/**
 * What the work of the run costs at the prices of its models, in US dollars: kept answers at what they took when they
 * were made, so that variants are compared by what they need and not by who came first.
 */
export const cost: Metric = {
  id: 'cost',
  label: 'Cost',
  group: 'cost',
  direction: 'lower',
  unit: 'usd',
  measure: ({ stats }) => {
    const value = priceOfWork(stats)
    return value === null ? null : { value, evidence: { kind: 'measured', split: [] } }
  },
}
