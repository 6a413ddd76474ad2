import { measurementWith, type Metric } from './metric.ts'
import { tokenRows } from './token-rows.ts'

/** Tokens of the condensed context, by kind of part in the evidence. */
export const finalTokens: Metric = {
  id: 'tokens',
  label: 'Tokens after',
  group: 'compression',
  direction: 'lower',
  unit: 'tokens',
  measure: ({ source, result }) =>
    measurementWith(result.totalTokens, () => ({ kind: 'tokens', rows: tokenRows(source, result) })),
}
