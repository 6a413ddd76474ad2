import { estimateMeasuredMoney } from '../estimate-arm-money.ts'
import type { Metric } from './metric.ts'

/**
 * US dollars by which condensing at the cut would have changed the bill of the task, as Home estimates it: below 0 where
 * it falls. Null where the prices of the task are not known.
 */
export const changeOfBill: Metric = {
  id: 'change-of-bill',
  label: 'Change of the bill',
  group: 'cost',
  direction: 'lower',
  unit: 'usd-change',
  measure: ({ source, result, stats: { operations = [], ...work }, afterCut, mayAsk = false }) => {
    if (afterCut === undefined) return null
    const { totalTokens: originalTokens } = source
    const stats = { ...work, originalTokens, finalTokens: result.totalTokens, operations }
    const money = estimateMeasuredMoney(afterCut, stats, mayAsk)
    if (money === null) return null
    const { changeUsd, ...parts } = money
    return { value: changeUsd, evidence: { kind: 'bill', ...parts } }
  },
}
