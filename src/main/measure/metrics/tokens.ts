import { createMeasurement, type Metric } from './metric.ts'
import { buildTokenRows } from './token-rows.ts'

/** Tokens of the condensed context, by kind of part in the evidence. */
export const finalTokens: Metric = {
  id: 'tokens',
  label: 'Tokens after',
  group: 'compression',
  direction: 'lower',
  unit: 'tokens',
  measure: ({ source, result }) =>
    createMeasurement(result.totalTokens, () => ({ kind: 'tokens', rows: buildTokenRows(source, result) })),
}
