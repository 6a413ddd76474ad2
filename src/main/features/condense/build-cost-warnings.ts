import type { Warning } from '../../../shared/condense/outcome-types.ts'
import type { RunSpent } from '../../../shared/condense/run-types.ts'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import { formatUsd } from '../../../shared/kernel/format-figures.ts'

/** What keeps the cost of a run from being the whole truth: calls that nobody, or only a guess, accounts for. */
export function buildCostWarnings(spent: RunSpent | undefined, estimatedCalls: number): Warning[] {
  const { unknownUsd } = spent ?? { unknownUsd: 0 }
  return [
    ...(unknownUsd > 0 ? [buildUnknownCostWarning(unknownUsd)] : []),
    ...(estimatedCalls > 0 ? [buildEstimatedCostWarning(estimatedCalls)] : []),
  ]
}

function buildUnknownCostWarning(unknownUsd: number): Warning {
  const message = `A call ended without a word of what it cost: up to ${formatUsd(unknownUsd)} more than the cost above, which stays reserved in the budgets.`
  return { code: 'cost-unknown', message }
}

function buildEstimatedCostWarning(calls: number): Warning {
  const message = `The cost of ${formatCountWithNoun(calls, 'call')} is estimated from the length of request and answer: the server did not report it, or not to the end.`
  return { code: 'cost-estimated', message }
}
