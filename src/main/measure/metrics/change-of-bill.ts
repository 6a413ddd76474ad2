import { describeRecordedMoney, estimateMeasuredMoney } from '../estimate-arm-money.ts'
import type { Metric } from './metric.ts'
import { computeReReadUsd } from './re-read-cost.ts'

/**
 * US dollars by which condensing at the cut would have changed the bill of the task against what was recorded, as Home
 * estimates it: below 0 where it falls, 0 for what the agent itself did. Null where the prices of the task are not known.
 */
export const changeOfBill: Metric = {
  id: 'change-of-bill',
  label: 'Change of the bill',
  group: 'cost',
  direction: 'lower',
  unit: 'usd-change',
  measure: (subject) => {
    const { source, result, afterCut, mayAsk = false, isRecorded = false } = subject
    if (afterCut === undefined) return null
    const { operations = [], ...work } = subject.stats
    const stats = {
      ...work,
      originalTokens: source.totalTokens,
      finalTokens: result.totalTokens,
      operations,
    }
    const reReadUsd = afterCut.prices === null ? null : computeReReadUsd(subject, afterCut.prices)
    const money = isRecorded
      ? describeRecordedMoney(afterCut)
      : estimateMeasuredMoney(afterCut, stats, { mayAsk, reReadUsd })
    if (money === null) return null
    const { changeUsd, ...parts } = money
    return { value: changeUsd, evidence: { kind: 'bill', ...parts } }
  },
}
