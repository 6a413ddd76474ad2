import { createMeasurement, type Metric } from './metric.ts'
import { buildTokenRows } from './token-rows.ts'

/** Tokens taken away, in percent of the source; negative for a result that grew. */
export const reduction: Metric = {
  id: 'reduction',
  label: 'Reduction',
  group: 'compression',
  direction: 'higher',
  unit: 'percent',
  measure: ({ source, result }) => {
    if (source.totalTokens === 0) return null
    const value = 100 * (1 - result.totalTokens / source.totalTokens)
    return createMeasurement(value, () => ({ kind: 'tokens', rows: buildTokenRows(source, result) }))
  },
}
